"""The one way out for text that gets published: no secret, no absolute path, no control character, bounded.

The order matters: invisible characters go first (one inside a token would hide it from every pattern), then values
that are known to be secret, then shapes of secrets, then paths; cutting comes last, because half a secret has no shape.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NewType
from urllib.parse import quote, quote_plus

from .secrets import RULES, SecretRule, is_placeholder

PublicText = NewType("PublicText", str)
"""Text that went through :func:`redact`."""

SHORTEST_SECRET = 6
"""No rule matches a shorter text (``://:x@``)."""

MIN_KNOWN = 6
"""Shorter known values are left: they occur in ordinary words."""

MAX_SHOWN_PATH = 512

_ESCAPES = re.compile("\x1b(?:\\[[0-?]{0,32}[ -/]{0,8}[@-~]|\\][^\x07\x1b]{0,400}(?:\x07|\x1b\\\\)?|.)?", re.DOTALL)
_BREAKS = re.compile("\r\n|[\t\n\v\f\r\x85\u2028\u2029]")
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_SEGMENT = r"[^\s\"'`<>|:;,()\[\]{}*?/\\]"
_PATHS = re.compile(
    # an address is kept whole; it is matched so that the slashes in it are not taken for a path
    rf"(?P<url>\b(?!file:)[a-zA-Z][a-zA-Z0-9+.-]{{1,20}}://[^\s<>\"'`]{{1,2000}})"
    r"|(?P<quoted>(?<=[\"'`])(?:file:/|/(?!/)|~[\\/]|[A-Za-z]:[\\/]|\\\\)[^\"'`\n]{1,1000}(?=[\"'`]))"
    r"|\bfile:/{1,4}[^\s\"'`<>)\]]{1,1000}"
    r"|(?<![A-Za-z0-9])[A-Za-z]:[\\/](?!/)[^\s\"'`<>|)\]]{0,1000}"
    r"|(?<![\w\\])\\\\[^\s\\\"'`<>|]{1,200}\\[^\s\"'`<>|)\]]{0,1000}"
    rf"|(?<![\w.~/])~[\w.-]{{0,64}}[\\/]{_SEGMENT}{{1,255}}(?:[\\/]{_SEGMENT}{{1,255}}){{0,64}}[\\/]?"
    rf"|(?:(?<![\w./\\~%&-])|(?<=[\s=]-[A-Za-z]))/{_SEGMENT}{{1,255}}(?:/{_SEGMENT}{{1,255}}){{1,64}}/?"
    r"|(?<![\w./\\~%&<-])/(?:home|root|tmp|etc|var|usr|opt|mnt|srv|Users|private|proc|dev)\b/?"
)
_SHOWN_PATH = "[path]"


class Redactor:
    """Makes text fit for publication where some secret values are known, and perhaps the root of the repository."""

    def __init__(self, known: Iterable[str] = (), root: str | None = None) -> None:
        """``known`` are secret values (of the environment, say) that are replaced wherever they stand, also in Base64
        and percent-encoded. Paths below ``root`` become relative."""
        self._forms = _forms(known)
        self._root = root

    def message(self, text: str, *, limit: int = 160) -> PublicText:
        """``text``, at most ``limit`` code points, the last an ellipsis when it was cut.

        Secrets become ``[redacted:kind]``, absolute paths that are not below the root ``[path]``; web addresses are
        kept. Digests of 40 or 64 hex digits are no secrets. Linear time.
        """
        shown = self._without_secrets(_visible(text))
        if self._root:
            shown = _relative(shown, self._root)
        shown = _PATHS.sub(_path, shown) if "/" in shown or "\\" in shown else shown
        return PublicText(_cut(shown, limit))

    def source(self, text: str, *, limit: int = 160) -> PublicText:
        """As :meth:`message`, for text that stands in a file of the repository: paths in it (a route, a link from the
        site's root) are its author's words and no machine's, so they stay."""
        return PublicText(_cut(self._without_secrets(_visible(text)), limit))

    def lines(self, text: str) -> PublicText:
        """As :meth:`source`, for the lines of a file: line ends become LF, tabs and the number of lines stay, and
        nothing is cut."""
        lines = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
        shown = _HIDDEN.sub(lambda match: match.group() if match.group() in "\t\n" else "", lines)
        return PublicText(self._without_secrets(shown))

    def path(self, path: str) -> PublicText:
        """A path relative to the root, in the normal form of reports."""
        return self.source(unicodedata.normalize("NFC", path), limit=MAX_SHOWN_PATH)

    def _without_secrets(self, text: str) -> str:
        for form in self._forms:
            text = text.replace(form, "[redacted:known]")
        return _without_secrets(text)


def redact(text: str, *, limit: int = 160, known: Iterable[str] = (), root: str | None = None) -> PublicText:
    """:meth:`Redactor.message` of a redactor for this one text."""
    return (Redactor(known, root) if known or root else _PLAIN).message(text, limit=limit)


def redact_source(text: str, *, limit: int = 160) -> PublicText:
    """:meth:`Redactor.source`, with no value known."""
    return _PLAIN.source(text, limit=limit)


def redact_lines(text: str) -> PublicText:
    """:meth:`Redactor.lines`, with no value known."""
    return _PLAIN.lines(text)


def joined(*parts: PublicText) -> PublicText:
    """Public texts one after the other."""
    return PublicText("".join(parts))


def is_public(texts: Sequence[str]) -> bool:
    """Whether :func:`redact_source` would leave each of ``texts`` as it is, apart from cutting.

    True is certain; False may be wrong, when a secret only appears where two of the texts meet. All are looked at as
    one, which costs a small part of looking at each.
    """
    return all(map(str.isprintable, texts)) and _without_secrets(joined := "\n".join(texts)) == joined


def _visible(text: str) -> str:
    return text if text.isprintable() else _HIDDEN.sub("", _BREAKS.sub(" ", _ESCAPES.sub("", text)))


def _forms(known: Iterable[str]) -> list[str]:
    forms: set[str] = set()
    for value in known:
        if len(value) < MIN_KNOWN:
            continue
        raw = value.encode("utf-8", "replace")
        forms |= {value, quote(value, safe=""), quote(value, safe="").lower(), quote_plus(value), *value.splitlines()}
        # the same bytes look otherwise in Base64 when one or two stand before them
        for before in range(3):
            encoded = b64encode(b"\0" * before + raw).decode().rstrip("=")
            inner = encoded[(before * 8 + 5) // 6 : len(encoded) - (1 if (before + len(raw)) % 3 else 0)]
            forms |= {inner, inner.replace("+", "-").replace("/", "_")}
        forms |= {b64encode(raw).decode(), b64encode(raw).decode().rstrip("=")}
    return sorted((form for form in forms if len(form) >= MIN_KNOWN), key=lambda form: (-len(form), form))


def _without_secrets(text: str) -> str:
    if len(text) < SHORTEST_SECRET:
        return text
    lower = text.lower()
    for rule in RULES:
        for keyword in rule.keywords:
            if keyword in lower:
                text = rule.pattern.sub(partial(_replacement, rule), text)
                break
    return text


def _replacement(rule: SecretRule, match: re.Match[str]) -> str:
    whole, at = match.group(), match.start()
    is_part = "secret" in rule.pattern.groupindex
    start, end = match.span("secret") if is_part else match.span()
    secret = whole[start - at : end - at]
    if is_part and (secret.startswith("[redacted:") or is_placeholder(secret, rule.kind)):
        return whole
    # a secret of several lines leaves as many, so that what follows keeps its place
    mark = f"[redacted:{rule.kind}]" + "\n" * secret.count("\n")
    return f"{whole[: start - at]}{mark}{whole[end - at :]}"


def _relative(text: str, root: str) -> str:
    for form in {root.rstrip("/\\"), root.rstrip("/\\").replace("\\", "/")}:
        if form:
            text = re.sub(rf"(?:file://)?{re.escape(form)}(?:[/\\]+(?=[^\s/\\])|(?![\w./\\-]))[/\\]?", _below, text)
    return text


def _below(match: re.Match[str]) -> str:
    return "" if match.string[match.end() : match.end() + 1].strip() and match.group()[-1] in "/\\" else "."


def _path(match: re.Match[str]) -> str:
    return match.group() if match["url"] is not None else _SHOWN_PATH


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = max(limit - 1, 0)
    while end > 0 and not _is_border(text, end):
        end -= 1
    return text[:end] + "…"[: limit - end]


def _is_border(text: str, at: int) -> bool:
    """Whether a grapheme cluster ends before ``at``: not before a mark, a joiner or a skin tone, nor behind a joiner
    or in the middle of a flag (UAX 29 without the syllables of Hangul and Indic conjuncts)."""
    char = text[at]
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Mc", "Me"} or "\ufe00" <= char <= "\ufe0f":
        return False
    if "\U0001f3fb" <= char <= "\U0001f3ff" or char == "\u200d" or text[at - 1] == "\u200d":
        return False
    if not _is_flag_half(char):
        return True
    start = at
    while start > 0 and at - start < _LONGEST_FLAGS and _is_flag_half(text[start - 1]):
        start -= 1
    return (at - start) % 2 == 0


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


_LONGEST_FLAGS = 400


_PLAIN = Redactor()
