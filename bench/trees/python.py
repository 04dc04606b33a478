"""Python sources of a synthetic tree."""

from __future__ import annotations

from random import Random

from .plan import PER_PROJECT, Plan, Unit
from .words import NOUNS, VERBS, pascal, pick, sentence, snake

_STANDARD = ("json", "re", "os", "sys", "logging", "itertools", "functools", "collections", "hashlib", "time")
EXTERNALS = ("requests", "attrs", "numpy", "sqlalchemy", "pydantic")
"""Declared in every manifest, imported by some modules."""
_TYPES = ("int", "str", "bytes", "float", "list[str]", "dict[str, int]", "tuple[int, ...]", "str | None")


def dotted(unit: Unit) -> str:
    """The module's name as others import it."""
    inside = f"{unit.project}.{unit.folder}"
    return inside if unit.path.endswith("/__init__.py") else f"{inside}.{unit.stem}"


def source(unit: Unit, plan: Plan) -> str:
    """A module of about ``unit.size`` bytes: imports of its neighbours, a constant, classes and functions."""
    chance = plan.chance("python", unit.number)
    parts = [f'"""{sentence(chance)}\n\n{sentence(chance)} {sentence(chance)}\n"""\n\n', _imports(unit, plan, chance)]
    parts.append(
        f'\n{snake(chance).upper()} = {chance.randint(2, 9000)}\n__all__ = ["{unit.type_name}", "{unit.function}"]\n'
    )
    parts += [f"\n\n{_class(unit.type_name, chance)}", f"\n\n{_function(unit.function, chance)}"]
    written = sum(map(len, parts))
    while written < unit.size:
        body = _class(pascal(chance), chance) if chance.random() < 0.3 else _function(snake(chance), chance)
        part = f"\n\n{body}"
        parts.append(part)
        written += len(part)
    return "".join(parts)


def tests_of_another(unit: Unit, plan: Plan) -> str:
    """A test module of what stands under the same number among the sources."""
    chance = plan.chance("python-test", unit.number)
    subjects = plan.units["python"]
    subject = subjects[unit.number * 4 % len(subjects)]
    head = f'"""Tests of {subject.stem}."""\n\nimport pytest\n\n'
    parts = [head, f"from {dotted(subject)} import {subject.type_name}, {subject.function}\n"]
    written = sum(map(len, parts))
    while written < unit.size:
        name = snake(chance)
        body = (
            f"\n\ndef test_{name}_{chance.randint(0, 999)}() -> None:\n"
            f"    {pick(chance, NOUNS)} = {subject.type_name}({chance.randint(0, 99)}, '{pick(chance, NOUNS)}')\n"
            f"    # {sentence(chance)}\n"
            f"    assert {subject.function}({chance.randint(0, 99)}, {chance.randint(0, 99)}) is not None\n"
            f"    with pytest.raises(ValueError, match='{pick(chance, VERBS)}'):\n"
            f"        {subject.function}(None, -1)\n"
        )
        parts.append(body)
        written += len(body)
    return "".join(parts)


def _imports(unit: Unit, plan: Plan, chance: Random) -> str:
    units = plan.units["python"]
    lines = [f"import {pick(chance, _STANDARD)}\n" for _ in range(2)]
    if chance.random() < 0.3:
        lines.append(f"import {pick(chance, EXTERNALS)}\n")
    home = unit.number - unit.number % PER_PROJECT
    for _ in range(chance.randint(1, 5)):
        near = chance.random() < 0.8
        low, high = (home, min(home + PER_PROJECT, len(units))) if near else (0, len(units))
        other = units[low + int(chance.random() * (high - low))]
        if other.number == unit.number:
            continue
        if near and other.folder == unit.folder and not other.path.endswith("/__init__.py"):
            lines.append(f"from .{other.stem} import {other.function}\n")
        else:
            lines.append(f"from {dotted(other)} import {other.type_name}, {other.function}\n")
    return "".join(dict.fromkeys(lines))


def _function(name: str, chance: Random, indent: str = "") -> str:
    first, second, result, item = (pick(chance, NOUNS) for _ in range(4))
    kind, back = pick(chance, _TYPES), pick(chance, _TYPES)
    head = "self, " if indent else ""
    verb, noun = pick(chance, VERBS), pick(chance, NOUNS)
    lines = (
        f"def {name}({head}{first}_a: {kind}, {second}_b: int = {chance.randint(0, 99)}) -> {back}:",
        f'    """{sentence(chance)}"""',
        f"    {result} = {verb}_{noun}({first}_a, {second}_b, flag={chance.random() < 0.5})",
        f"    if {first}_a is None or {second}_b > {chance.randint(1, 500)}:",
        f'        raise ValueError(f"{verb} {{{first}_a}} {noun}: {sentence(chance, most=9)}")',
        f"    # {sentence(chance)}",
        f"    for index, {item} in enumerate({result}):",
        f"        {result}[index] = {item}.{noun}_{verb}(index * {chance.randint(2, 9)}, key='{item}-{first}')",
        f"        logger.debug('%s of %s', {item}, {second}_b)",
        f"    return {{'{result}': {result}, '{first}': [x for x in {result} if x.{noun} and x != {second}_b]}}",
    )
    return "".join(f"{indent}{line}\n" for line in lines)


def _class(name: str, chance: Random) -> str:
    fields = [pick(chance, NOUNS) for _ in range(chance.randint(1, 4))]
    slots = "".join(f"    {field}: {pick(chance, _TYPES)} = None\n" for field in fields)
    methods = "".join("\n" + _function(snake(chance), chance, "    ") for _ in range(chance.randint(1, 3)))
    return f'class {name}:\n    """{sentence(chance)}"""\n\n{slots}{methods}'
