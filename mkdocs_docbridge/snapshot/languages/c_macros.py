"""Macros that stand where C's grammar has no room for them: export marks, attributes, opened namespaces.

Only the preprocessor knows what they are. By the custom of writing macros in capitals, and by what stands around
them, most can be told and are blanked, so that the parser sees the declaration they belong to. The functions here
take code without comments and preprocessor lines, and keep every offset.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .blanks import blank
from .c_conditionals import Language

# The look-behind keeps a long word from being tried from each of its letters.
_MACRO = rb"[A-Z_](?<!\w[A-Z_])[A-Z0-9_]++(?![a-z])"
_ARGUMENTS = rb"\([^();{}]*+\)"
for _ in range(4):
    _ARGUMENTS = rb"\((?:[^();{}]++|" + _ARGUMENTS + rb")*+\)"
_CALL = _MACRO + rb"[ \t]*" + _ARGUMENTS
_MARK = _MACRO + rb"(?:[ \t]*" + _ARGUMENTS + rb")?"
_MARKS = rb"((?:" + _MARK + rb"\s++)+)"
_NAME = rb"[A-Za-z_]\w*+"
_PATH = rb"(?:::\w++){0,8}(?:<[^;{}()]{0,200}>)?"
_QUALIFIERS = rb"(?:(?:const|volatile|struct|union|enum|class|unsigned|signed)\s+){0,4}"
_TYPE = rb"(?!(?:const|volatile|return|else|case|goto)\b)" + _NAME + _PATH
# What can only begin a declaration: its keyword, or a type with the name that it declares.
_DECLARATION = (
    rb"(?:(?:typedef|struct|enum|union|class|namespace|template|static|extern|inline|constexpr|virtual|explicit|using|operator"
    rb"|unsigned|signed|static_assert|_Static_assert)\b"
    rb"|~|(?:public|private|protected|signals)\s*:"
    rb"|" + _QUALIFIERS + _TYPE + rb"(?:\s*[*&]+\s*|\s+)(?:const\s+)?[A-Za-z_~]\w*+\s*[\w(;=\[,:*&]"
    rb"|" + _QUALIFIERS + _TYPE + rb"[\s*&]*\(\s*\**\s*" + _NAME + rb"\s*\)\s*\("
    rb"|" + _QUALIFIERS + _TYPE + rb"[\s*&]+operator\b)"
)
_START = rb"[;{}:>](?:\s++|(?:static|extern|inline|constexpr|virtual|explicit|friend)\b)*+"

_ATTRIBUTE = re.compile(
    rb"_(?:_attribute(?:__)?|_declspec|_asm(?:__)?|Pragma|_pragma)\s*"
    + _ARGUMENTS
    + rb"|__(?:extension__|restrict(?:__)?|inline(?:__)?|cdecl|stdcall|volatile__)(?!\w)"
)
_CLASS = re.compile(
    rb"(?:class|struct|union|enum)\s++((?:(?!(?:final|class|struct)\b)"
    + _NAME
    + rb"(?:[ \t]*"
    + _ARGUMENTS
    + rb")?\s++){1,3})"
    rb"(?=(?!final\b)" + _NAME + _PATH + rb"\s*(?:final\s*)?(?:\{|:(?!:)))"
)
_CLASS_NAME = re.compile(rb"(?:class|struct)\s++(" + _NAME + rb")\s*(?:final\s*)?(?:\{|:(?!:))")
_LEADING = re.compile(_START + _MARKS + rb"(?=" + _DECLARATION + rb"|\Z)")
_LAST = re.compile(rb"[;}]\s*+" + _MARKS + rb"(?=\}|\Z)")
_ACCESS = re.compile(rb"[;{}]\s*+((?:public|private|protected)?\s*+(?:" + _MACRO + rb"|signals|slots)\s*):(?!:)")
_CONSTRUCTOR = re.compile(_START + _MARKS + rb"(?=(" + _NAME + rb")\s*\()")
_STATEMENTS = re.compile(rb"[;{}:]\s*+((?:" + _CALL + rb"\s*(?:;|\{\s*+\})\s*+)+)")
_STATEMENT = re.compile(rb"(" + _MACRO + rb")[^;{}]*(?:;|\{\s*+\})\s*+")
_NAMED_TEST = re.compile(
    rb"[;{}:]\s*+((?:" + _MARK + rb"\s++)*?" + _MACRO + rb"[ \t]*(?=\(\s*\")" + _ARGUMENTS + rb"\s*(?:;|\{\s*+\}))"
)
_TRAILING = re.compile(
    rb"\)\s*+(?:(?:const|noexcept|override|final)\s*+){0,3}((?:" + _MARK + rb"\s*+)+)(?=[;{=]|->|:(?!:))"
)
_POINTER = re.compile(rb"\(\s*(" + _MACRO + rb")(?=\s+\*\s*" + _NAME + rb"\s*\)\s*\()")
_BEFORE_NAME = re.compile(_MARK + rb"(?=\s+" + _NAME + rb"\s*[\[(=;])")
_BEHIND_NAME = re.compile(_MARK + rb"(?=\s*[;=])")
_TEMPLATE_CONDITION = re.compile(rb"(,\s*" + _CALL + rb")(?=\s*[,>])")
_INSTANTIATIONS = re.compile(rb"[;{}]\s*+((?:(?:extern\s++)?template\s++(?!<)[^;{}]*+;\s*+)+)")
_PARAMETER = re.compile(
    rb"[(,]\s*+" + _MARKS + rb"(?=(?:struct|union|enum|unsigned|signed|char|int|long|short|void|float|double)\b)"
)
_EMPTY_DEFAULT = re.compile(rb"(=\s*\{\s*\})(?=\s*[,)])")
_MEMBER_POINTER = re.compile(rb"(?<![\w:])(?:\w++::)++(?=\s*\*)")
_USING_TYPENAME = re.compile(rb"using\s++(typename)\s")
_CALLED_ENUMERATOR = re.compile(
    rb"[{,]\s*+("
    + _MACRO
    + rb")([ \t]*\()(\s*"
    + _NAME
    + rb")([^(){};]*(?:"
    + _ARGUMENTS
    + rb"[^(){};]*)*\))(?=\s*[,}])"
)
_ENUMERATOR = re.compile(rb"[{,]\s*+" + _NAME + rb"\s+(" + _MARK + rb")(?=\s*[,=}])")

_WIDE = re.compile(rb"\s{24,}")
_GAP = b"\n\n"
_LOOK_BACK = 200
_WORD = re.compile(rb"[A-Za-z_][\w:]*")
_BREAK = re.compile(rb"[;{}(),=]|(?<!:):(?!:)")
_TEMPLATE_ARGUMENTS = re.compile(rb"<[^<>;{}]*>")
_NO_TYPES_TEXT = b"""
    static extern inline const volatile constexpr virtual explicit friend mutable register typedef struct union enum
    class typename else return case goto
"""
_NO_TYPES = frozenset(_NO_TYPES_TEXT.split())
_PARTS_OF_ONE = frozenset(b"unsigned signed long short int char double".split())


def without_attributes(code: bytes) -> bytes:
    """``code`` with compilers' extensions and the marks of classes blanked."""
    return _CLASS.sub(_without_group, _ATTRIBUTE.sub(_nothing, code))


def without_macros(code: bytes, language: Language, others: frozenset[str]) -> bytes:
    """``code`` (without the insides of functions) with the macros blanked that only mark declarations, and those
    that stand for whole ones, and with what the grammar of its language does not know.

    An enumerator that is a call is its first argument, which by custom is its name, unless its macro is one of
    ``others``, which are known to do something else.
    """
    # Most of the code is space by now, and every pattern would pass over it.
    gaps = [found.span() for found in _WIDE.finditer(code)]
    pieces: list[bytes] = []
    end = 0
    for start, stop in gaps:
        pieces.append(code[end:start])
        end = stop
    pieces.append(code[end:])
    changed = _changed(b";" + _GAP.join(pieces), language, others)[1:]
    whole: list[bytes] = []
    position = 0
    for index, piece in enumerate(pieces):
        whole.append(changed[position : position + len(piece)])
        position += len(piece) + len(_GAP)
        if index < len(gaps):
            whole.append(code[slice(*gaps[index])])
    return b"".join(whole)


def _changed(code: bytes, language: Language, others: frozenset[str]) -> bytes:
    has_enumerators = b"enum" in code
    if has_enumerators:
        code = _CALLED_ENUMERATOR.sub(lambda found: _first_argument(found, others), code)
    for pattern, least in ((_BEFORE_NAME, 1), (_BEHIND_NAME, 2)):
        code = pattern.sub(_if_behind(least), code)
    classes = frozenset(_CLASS_NAME.findall(code)) if language == "cpp" else frozenset()
    code = _STATEMENTS.sub(_statements_of(code, classes), code)
    for pattern in (_NAMED_TEST, _LEADING, _LAST, _TRAILING, _POINTER, _PARAMETER):
        code = pattern.sub(_without_group, code)
    if has_enumerators:
        code = _ENUMERATOR.sub(_without_group, code)
    if language == "cpp":
        code = _ACCESS.sub(_plain_access, code)
        code = _CONSTRUCTOR.sub(lambda found: _without_group(found) if found[2] in classes else found[0], code)
        for pattern in (_TEMPLATE_CONDITION, _INSTANTIATIONS, _EMPTY_DEFAULT, _USING_TYPENAME):
            code = pattern.sub(_without_group, code)
        if b"::*" in code:
            code = _MEMBER_POINTER.sub(_nothing, code)
    return code


def _plain_access(found: re.Match[bytes]) -> bytes:
    """The access that a macro stands for, by its name, in as many bytes: Qt's ``signals`` are public, ``private slots``
    are not."""
    written = found[1]
    start = found.start(1) - found.start()
    words = (b"private", b"protected", b"public")
    access = next((word for word in words if word in written.lower()), b"public")
    if len(access) > len(written):
        return found[0]
    kept = written.translate(None, b"\n\r") == written
    return found[0][:start] + (access.ljust(len(written)) if kept else written) + b":"


def _first_argument(found: re.Match[bytes], others: frozenset[str]) -> bytes:
    start = found.start(1) - found.start()
    name = blank(found[3]) if found[1].decode() in others else found[3]
    return found[0][:start] + blank(found[1] + found[2]) + name + blank(found[4])


def _nothing(found: re.Match[bytes]) -> bytes:
    return blank(found[0])


def _without_group(found: re.Match[bytes]) -> bytes:
    whole, start, end = found[0], found.start(1) - found.start(), found.end(1) - found.start()
    return whole[:start] + blank(whole[start:end]) + whole[end:]


def _statements_of(code: bytes, classes: frozenset[bytes]) -> Callable[[re.Match[bytes]], bytes]:
    """Blanks macros that are called as statements; what has the name of a class is its constructor."""

    def one(found: re.Match[bytes]) -> bytes:
        return found[0] if found[1] in classes else blank(found[0])

    def replace(found: re.Match[bytes]) -> bytes:
        if code.startswith(b":", found.start() - 1) and found[0].startswith(b":"):
            return found[0]
        start = found.start(1) - found.start()
        return found[0][:start] + _STATEMENT.sub(one, found[1])

    return replace


def _if_behind(least: int) -> Callable[[re.Match[bytes]], bytes]:
    """Blanks what is found where at least so many words that can be type and name stand before it."""

    def replace(found: re.Match[bytes]) -> bytes:
        before = found.string[max(0, found.start() - _LOOK_BACK) : found.start()]
        if before == before.rstrip():
            return found[0]
        before = _TEMPLATE_ARGUMENTS.sub(b" ", _TEMPLATE_ARGUMENTS.sub(b" ", before))
        words = [word for word in _WORD.findall(_BREAK.split(before)[-1]) if word not in _NO_TYPES]
        parts = sum(word in _PARTS_OF_ONE for word in words)
        return blank(found[0]) if len(words) - max(0, parts - 1) >= least else found[0]

    return replace
