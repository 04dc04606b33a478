"""Text of a repository written so that it shows as it is: in Markdown, code, links, front matter and page names."""

from __future__ import annotations

import hashlib
import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

REPLACEMENT = "\ufffd"


class Safe(str):
    """Markdown that is rendered already and must not be encoded again. Cutting or joining it gives a plain ``str``."""

    __slots__ = ()

    def __html__(self) -> str:
        """The text itself; template engines ask for it to know that nothing is left to escape."""
        return str(self)


_BREAKS = re.compile("\r\n|[\t\n\v\f\r\x85\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
    # A joiner belongs to a script or an emoji only between two characters that are not ASCII.
    "|(?<![\u0080-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?![\u0080-\U0010ffff])"
)
_ENCODED = re.compile(
    r"[!-+:-@\[-`{-~]"
    # Harmless characters that extensions act on where they stand: blocks and lists at the start of a line, "www."
    # and commit ids (magiclink), ".." and "--" (smarty), "1/2", "c/o" and "1st" (smartsymbols).
    r"|\A[-/]|(?<=[wW]{3})\.|\b[a-f\d](?=[a-f\d]{39}\b)|(?<=\.)\.|\.(?=\.)|(?<=-)-|-(?=-)"
    r"|(?<=\d)/(?=\d)|(?<=\bc)/(?=o\b)|(?<=\d)[snrt](?=[tdh]\b)"
)
_ENUMERATOR = re.compile(r"\A(\d+|[A-Za-z]|[ivxlcdmIVXLCDM]+)\.(?=\s|\Z)")


def visible(text: str) -> str:
    """``text`` on one line: line breaks and tabs are blanks, control, bidi and zero-width characters are U+FFFD."""
    return _INVISIBLE.sub(REPLACEMENT, _BREAKS.sub(" ", text)).strip()


def inline(text: str) -> Safe:
    """``text`` for a table cell, list item, heading, paragraph or link text: one line that shows literally.

    Every ASCII character that is not a letter, digit, blank or one of ``. , - /`` becomes a decimal entity, and
    those too where an extension acts on them. What :func:`visible` changes is all that is lost.
    """
    shown = visible(text)
    listed = _ENUMERATOR.match(shown)
    if listed:
        return Safe(f"{listed[1]}&#46;{_encode(shown[listed.end() :])}")
    return Safe(_encode(shown))


def _encode(text: str) -> str:
    return _ENCODED.sub(lambda match: f"&#{ord(match[0])};", text)


def code(text: str) -> Safe:
    """Inline code for any place: an HTML element, because ``|`` between backticks differs by dialect."""
    return Safe(f"<code>{inline(text)}</code>")


_ABSOLUTE = re.compile(r"(?i)(https?://)([A-Za-z0-9.:\[\]-]+)(?=[/?#]|\Z)")
_MAILTO = re.compile(r"(?i)mailto:(?=[^/])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_RESERVED = re.compile(r"%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~/#?=&%]")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def address(target: str) -> str:
    """``target`` percent-encoded; valid ``%XX`` stay. Empty when it must not be linked.

    https, http, mailto and relative references are linked; ``//host`` and any other scheme are not.
    """
    target = _UNPRINTABLE.sub("", target).strip()
    absolute = _ABSOLUTE.match(target)
    if absolute:
        return absolute[1].lower() + absolute[2] + _percent(target[absolute.end() :])
    mail = _MAILTO.match(target)
    if mail:
        return "mailto:" + _percent(target[mail.end() :]).replace("%40", "@")
    if target.startswith(("//", "\\", "/\\")) or _SCHEME.match(target):
        return ""
    return _percent(target)


def _percent(text: str) -> str:
    return _RESERVED.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), text)


def url(target: str) -> Safe:
    """:func:`address` as a Markdown link destination or an HTML attribute."""
    return Safe(address(target).replace("&", "&#38;"))


def link(text: str, target: str | None) -> Safe:
    """A Markdown link, or the text alone when there is nothing to link to."""
    destination = url(target) if target else ""
    shown = inline(text)
    return Safe(f"[{shown}]({destination})") if destination and shown else shown


_ACTED_ON = re.compile(r"-{1,}8<-{1,}|\{\{|\{%|\{#|doc-bridge:", re.IGNORECASE)
_BACKTICKS = re.compile("`+")
_LANGUAGE = re.compile(r"[^A-Za-z0-9_+#.-]")


def fence(text: str, language: str = "") -> Safe:
    """A code block. Lines lose trailing blanks; text that other extensions would act on becomes an HTML block."""
    lines = [_INVISIBLE.sub(REPLACEMENT, line).rstrip() for line in re.split("\r\n|[\n\r\v\f\x85\u2028\u2029]", text)]
    body = "\n".join(lines).strip("\n")
    name = _LANGUAGE.sub("", language)
    if _ACTED_ON.search(body):
        encoded = re.sub(r"[!-/:-@\[-`{-~\n]", lambda match: f"&#{ord(match[0])};", body)
        kind = f' class="language-{html.escape(name)}"' if name else ""
        return Safe(f"<pre><code{kind}>{encoded}</code></pre>")
    ticks = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(body))])
    return Safe(f"{ticks}{name}\n{body}\n{ticks}")


_YAML_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff{]")


def yaml_scalar(text: str) -> Safe:
    """``text`` as a JSON-quoted YAML scalar. ``{`` is written as an escape, so that no template engine sees one."""
    quoted = json.dumps(re.sub("[\ud800-\udfff]", REPLACEMENT, text), ensure_ascii=False)
    return Safe(_YAML_HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted))


def meta(text: str) -> Safe:
    """A front matter value of a page, HTML-escaped: themes put titles and descriptions into HTML as they are."""
    return yaml_scalar(html.escape(visible(text)))


_NAME_CHARACTERS = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED_NAMES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "index", "readme"]
    + [f"{device}{n}" for device in ("com", "lpt") for n in range(10)]
)
MAX_NAME = 80


def slug(path: str) -> str:
    """The name of the page about ``path``, without its extension: ``A-Za-z0-9._-``; ``root`` when nothing is left."""
    name = _NAME_CHARACTERS.sub("-", unicodedata.normalize("NFC", path))
    return name.lstrip("-.").rstrip("-.") or "root"


def page_names(keys: Iterable[str]) -> dict[str, str]:
    """A name for each key, different from every other one also where case does not count.

    Keys that share a slug, and slugs that a file system or MkDocs reserves or that are too long, all get a hash
    suffix of the key, so that no name depends on the order or on which other key came first.
    """
    slugs = {key: slug(key) for key in sorted(set(keys))}
    names = {key: _suffixed(key, name, 8) if _refused(name) else name for key, name in slugs.items()}
    for digits in (8, 16, 64):
        taken = Counter(name.lower() for name in names.values())
        collides = [key for key, name in names.items() if taken[name.lower()] > 1]
        names |= {key: _suffixed(key, slugs[key], digits) for key in collides}
    return names


def _refused(name: str) -> bool:
    return name.split(".")[0].lower() in _RESERVED_NAMES or len(name) > MAX_NAME


def _suffixed(key: str, name: str, digits: int) -> str:
    suffix = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
    stem, dot, rest = name.partition(".")
    # Windows reserves a device name with any extension, so the suffix goes before the first dot there.
    if stem.lower() in _RESERVED_NAMES:
        return f"{stem}-{suffix}{dot}{rest}"[: MAX_NAME + digits + 1]
    return f"{name[:MAX_NAME]}-{suffix}"
