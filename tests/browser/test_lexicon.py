"""The search page makes the same terms of a word as the index was made with."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from pathlib import Path

import pytest

from mkdocs_docbridge.retrieval.lexicon import lexicon, words
from mkdocs_docbridge.retrieval.stopwords import stop_words
from tests.browser.sample import THEME
from tests.support.tools import node

pytestmark = pytest.mark.node

SCRIPT = """
require(process.argv[1]);
const { terms, wordsOf } = globalThis.docbridgeSearch;
const { texts, stop } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const made = (stops) => (word) => terms(word, new Set(stops));
const answer = texts.map((text) => [wordsOf(text), wordsOf(text).map(made(stop)), wordsOf(text).map(made([]))]);
process.stdout.write(JSON.stringify(answer));
"""
TEXTS = [
    "HTTPServer XMLHttpRequest parseURL2 IPv6Address sha256sum SHA256 utf8 i18n K8s a1b2 A B x_ _x __init__ to_do Is",
    "caches cache queries query boxes box classes class statuses status analysis bias gas series ties tie shoes",
    "yes keys key cities boys sizes buses axes searches wishes prizes movies cookies indices matrices lens was",
    "Résumé naïve ÅNGSTRÖM Straße İstanbul ΑΣΟΣ Ελληνικά привет Ёлка e\u0301te\u0301 ﬁle ①② ²³ Ⅷ ℃elsius ｆｕｌｌ",
    "生成区域的哈希 区域hash_値2 カタカナ ｶﾞﾅ ひらがな 한국어문서 日本語Text3 𠀋𠮷野家 㐀 漢 a漢 漢a ｱ 々 가나다",
    "हिन्दी العربية ไทย עברית 𐐀𐐨 𝒜𝒷𝒸 ǅungla ŉ ﷺ ٣٤٥ x٣ １２a ½ ௧௨",
    "don't e-mail foo.bar:baz/qux C++ --flag $VAR @user 3.14 v1.2.3-rc1 a_b_c ABC_DEF aBC ABc AbC aB1cD2 ___ _ x",
]


def _swept() -> list[str]:
    """A word of every kind of character and its neighbours, and this repository's own identifiers."""
    known = [chr(code) for code in range(0xA1, 0x2FA20, 397) if unicodedata.category(chr(code)) not in ("Cn", "Cs")]
    probe = [f"a{character}B{character}1_{character}" for character in known]
    sources = sorted((Path(__file__).resolve().parents[2] / "mkdocs_docbridge").glob("*.py"))
    return probe + [path.read_text(encoding="utf-8") for path in sources]


@pytest.mark.parametrize("texts", [TEXTS, _swept()], ids=["chosen", "swept"])
def test_node_and_python_give_the_same_words_and_terms(texts: list[str]) -> None:
    stop = sorted(stop_words(("en",)))
    given = json.dumps({"texts": texts, "stop": stop})
    command = [node(), "-e", SCRIPT, str(THEME / "assets/docbridge-worker.js")]
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    english, bare = lexicon(("en",)), lexicon(())
    for text, (js_words, js_terms, js_bare) in zip(texts, json.loads(done.stdout), strict=True):
        ours = words(text)
        assert js_words == ours
        for word, stopped, full in zip(ours, js_terms, js_bare, strict=True):
            assert (word, stopped) == (word, list(english.terms(word)))
            assert (word, full) == (word, list(bare.terms(word)))
