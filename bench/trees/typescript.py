"""TypeScript sources of a synthetic tree."""

from __future__ import annotations

from random import Random

from .plan import PER_PROJECT, Plan, Unit
from .words import NOUNS, VERBS, camel, pascal, pick, sentence, snake

EXTERNALS = ("react", "zod", "lodash", "date-fns", "axios")
_TYPES = ("number", "string", "boolean", "string[]", "Record<string, number>", "Promise<void>", "Date | null")


def source(unit: Unit, plan: Plan) -> str:
    """A module of about ``unit.size`` bytes with interfaces, classes, functions and, in TSX, a component."""
    chance = plan.chance("typescript", unit.number)
    function = camel(unit.function)
    parts = [
        f"/**\n * {sentence(chance)}\n * {sentence(chance)}\n */\n",
        _imports(unit, plan, chance),
        f"\nexport const {pick(chance, NOUNS).upper()}_{chance.randint(0, 99)} = {chance.randint(1, 9999)}\n",
        _interface(f"{unit.type_name}Options", chance),
        _class(unit.type_name, chance),
        _function(function, chance),
    ]
    if unit.path.endswith(".tsx"):
        parts.append(_component(f"{unit.type_name}View", chance))
    written = sum(map(len, parts))
    while written < unit.size:
        make = (_function, _class, _interface)[0 if chance.random() < 0.6 else 1 + int(chance.random() * 2)]
        part = make(camel(snake(chance)) if make is _function else pascal(chance), chance)
        parts.append(part)
        written += len(part)
    return "".join(parts)


def _imports(unit: Unit, plan: Plan, chance: Random) -> str:
    units = plan.units["typescript"]
    lines = [f"import {{ {pick(chance, VERBS)} }} from '{pick(chance, EXTERNALS)}'\n"]
    home = unit.number - unit.number % PER_PROJECT
    for _ in range(chance.randint(1, 5)):
        near = chance.random() < 0.85
        low, high = (home, min(home + PER_PROJECT, len(units))) if near else (0, len(units))
        other = units[low + int(chance.random() * (high - low))]
        if other.number == unit.number:
            continue
        if other.project != unit.project:
            where = f"@bench/{other.project}"
        elif other.folder == unit.folder:
            where = f"./{other.stem}"
        else:
            where = f"../{other.folder}/{other.stem}"
        lines.append(f"import {{ {other.type_name}, {camel(other.function)} }} from '{where}'\n")
    return "".join(dict.fromkeys(lines))


def _interface(name: str, chance: Random) -> str:
    fields = "".join(f"  {pick(chance, NOUNS)}?: {pick(chance, _TYPES)}\n" for _ in range(chance.randint(2, 6)))
    return f"\n/** {sentence(chance)} */\nexport interface {name} {{\n{fields}}}\n"


def _function(name: str, chance: Random) -> str:
    first, second, result = (pick(chance, NOUNS) for _ in range(3))
    verb, noun = pick(chance, VERBS), pick(chance, NOUNS)
    flag = "true" if chance.random() < 0.5 else "false"
    return (
        f"\n/** {sentence(chance)} */\n"
        f"export function {name}({first}A: {pick(chance, _TYPES)}, {second}B = {chance.randint(0, 99)}) {{\n"
        f"  const {result} = {verb}({first}A, {{ {noun}: {second}B, flag: {flag} }})\n"
        f"  if (!{result} || {second}B > {chance.randint(1, 999)}) {{\n"
        f"    throw new Error(`{verb} ${{{first}A}} {noun}: {sentence(chance, most=9)}`)\n  }}\n"
        f"  // {sentence(chance)}\n"
        f"  return {result}.map((item) => ({{ ...item, {noun}: item.{noun} * {chance.randint(2, 9)} }}))\n}}\n"
    )


def _class(name: str, chance: Random) -> str:
    field = pick(chance, NOUNS)
    methods = "".join(
        f"\n  /** {sentence(chance)} */\n"
        f"  {camel(snake(chance))}({pick(chance, NOUNS)}: {pick(chance, _TYPES)}): {pick(chance, _TYPES)} {{\n"
        f"    this.{field} = this.{field}.filter((item) => item !== '{pick(chance, NOUNS)}')\n"
        f"    return {pick(chance, VERBS)}(this.{field}, {chance.randint(0, 99)})\n  }}\n"
        for _ in range(chance.randint(1, 4))
    )
    return f"\n/** {sentence(chance)} */\nexport class {name} {{\n  private {field}: string[] = []\n{methods}}}\n"


def _component(name: str, chance: Random) -> str:
    noun = pick(chance, NOUNS)
    return (
        f"\nexport function {name}({{ {noun} }}: {{ {noun}: string }}) {{\n"
        f'  return (\n    <section className="{noun}">\n      <h2>{{{noun}}}</h2>\n'
        f"      <p>{sentence(chance)}</p>\n    </section>\n  )\n}}\n"
    )
