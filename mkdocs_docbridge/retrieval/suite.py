"""A retrieval suite: questions with the targets that answer them, read strictly."""

from __future__ import annotations

from mkdocs_docbridge.artifacts import content_hash, strict_loads
from mkdocs_docbridge.artifacts.canonical import Json
from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.errors import InputError

MAX_CASES = 10_000
MAX_TARGETS = 32
_TOP = frozenset({"name", "cases"})
_CASE = frozenset({"id", "input", "expected", "metadata"})
_METADATA = frozenset({"lang", "kind"})


class Case(Record, frozen=True):
    """One question. ``expected`` are entity ids or repository paths, any of which answers it."""

    id: str
    input: str
    expected: tuple[str, ...]
    lang: str = "en"
    kind: str = "question"


class Suite(Record, frozen=True):
    """Named questions; ``hash`` is over the content, whatever the layout of the file."""

    name: str
    hash: str
    cases: tuple[Case, ...]


def read_suite(data: bytes, *, place: str) -> Suite:
    """The suite in a JSON text ``{"name", "cases": [{"id", "input", "expected", "metadata": {"lang", "kind"}}]}``.

    Raises :class:`InputError` (``SUITE``) with every fault, each with its key path; and what
    :func:`mkdocs_docbridge.artifacts.strict_loads` raises for a text that is no such JSON.
    """
    value = strict_loads(data, place=place)
    faults: list[str] = []
    cases: list[Case] = []
    name = ""
    if not isinstance(value, dict):
        faults.append("top level: expected an object with name and cases")
    else:
        _unknown(value, _TOP, "top level", faults)
        name = _text(value, "name", "name", faults)
        listed = value.get("cases")
        if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_CASES:
            faults.append(f"cases: expected a list of 1 to {MAX_CASES} cases")
        else:
            cases = [_case(item, f"cases[{at}]", faults) for at, item in enumerate(listed)]
            _duplicates(cases, faults)
    if faults or not isinstance(value, dict):
        raise InputError(
            "\n    ".join(["not a retrieval suite:", *faults]),
            place=place,
            code="SUITE",
            hint='a case is {"id": "…", "input": "the question", "expected": ["path or entity id"]}',
        )
    return Suite(name=name, hash=content_hash(value), cases=tuple(cases))


def _case(item: Json, at: str, faults: list[str]) -> Case:
    if not isinstance(item, dict):
        faults.append(f"{at}: expected an object")
        return Case(id="", input="", expected=())
    _unknown(item, _CASE, at, faults)
    metadata = item.get("metadata", {})
    if not isinstance(metadata, dict):
        faults.append(f"{at}.metadata: expected an object with lang and kind")
        metadata = {}
    _unknown(metadata, _METADATA, f"{at}.metadata", faults)
    return Case(
        id=_text(item, "id", f"{at}.id", faults),
        input=_text(item, "input", f"{at}.input", faults),
        expected=_targets(item.get("expected"), f"{at}.expected", faults),
        lang=_text(metadata, "lang", f"{at}.metadata.lang", faults) if "lang" in metadata else "en",
        kind=_text(metadata, "kind", f"{at}.metadata.kind", faults) if "kind" in metadata else "question",
    )


def _targets(value: Json, at: str, faults: list[str]) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_TARGETS:
        faults.append(f"{at}: expected a list of 1 to {MAX_TARGETS} paths or entity ids")
        return ()
    targets = [target.strip() for target in value if isinstance(target, str) and target.strip()]
    if len(targets) != len(value):
        faults.append(f"{at}: every target is a text that is not empty")
    if len(set(targets)) != len(targets):
        faults.append(f"{at}: names a target twice")
    return tuple(targets)


def _text(value: dict[str, Json], key: str, at: str, faults: list[str]) -> str:
    text = value.get(key)
    if not isinstance(text, str) or not text.strip():
        faults.append(f"{at}: expected a text that is not empty")
        return ""
    return text


def _unknown(value: dict[str, Json], known: frozenset[str], at: str, faults: list[str]) -> None:
    faults.extend(
        f"{at}: unknown key {key!r}, expected {', '.join(sorted(known))}" for key in value if key not in known
    )


def _duplicates(cases: list[Case], faults: list[str]) -> None:
    ids: dict[str, int] = {}
    inputs: dict[str, int] = {}
    for number, case in enumerate(cases):
        if case.id and ids.setdefault(case.id, number) != number:
            faults.append(f"cases[{number}].id: {case.id!r} is the id of cases[{ids[case.id]}] already")
        question = " ".join(case.input.split()).casefold()
        if question and inputs.setdefault(question, number) != number:
            faults.append(f"cases[{number}].input: asks what cases[{inputs[question]}] asks already")
