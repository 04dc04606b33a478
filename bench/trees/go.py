"""Go sources of a synthetic tree."""

from __future__ import annotations

from random import Random

from .plan import PER_PROJECT, Plan, Unit
from .words import NOUNS, VERBS, camel, pascal, pick, sentence, snake

HOST = "example.org/bench"
_STANDARD = ("context", "errors", "fmt", "io", "net/http", "os", "sort", "strings", "sync", "time")
_TYPES = ("int", "string", "bool", "[]string", "map[string]int", "error", "time.Duration")


def exported(unit: Unit) -> str:
    """The name of the unit's function as other packages see it."""
    name = camel(unit.function)
    return name[:1].upper() + name[1:]


def source(unit: Unit, plan: Plan) -> str:
    """A file of about ``unit.size`` bytes: types with methods, functions, and in ``_test.go`` files tests."""
    chance = plan.chance("go", unit.number)
    is_test = unit.path.endswith("_test.go")
    parts = [
        f"// Package {unit.folder} {sentence(chance)}\npackage {unit.folder}\n\n",
        _imports(unit, plan, chance, is_test),
        _type(unit.type_name, chance),
        _function(exported(unit), chance),
    ]
    written = sum(map(len, parts))
    while written < unit.size:
        name = camel(snake(chance))
        if is_test:
            part = (
                f"\nfunc Test{name[:1].upper()}{name[1:]}(t *testing.T) {{\n"
                f"\tif got := {exported(unit)}({chance.randint(0, 99)}, nil); got == nil {{\n"
                f'\t\tt.Fatalf("{sentence(chance)} %v", got)\n\t}}\n}}\n'
            )
        elif chance.random() < 0.3:
            part = _type(pascal(chance), chance)
        else:
            part = _function(name if chance.random() < 0.4 else name[:1].upper() + name[1:], chance)
        parts.append(part)
        written += len(part)
    return "".join(parts)


def _imports(unit: Unit, plan: Plan, chance: Random, is_test: bool) -> str:
    units = plan.units["go"]
    lines = {f'\t"{pick(chance, _STANDARD)}"\n' for _ in range(3)} | ({'\t"testing"\n'} if is_test else set())
    home = unit.number - unit.number % PER_PROJECT
    for _ in range(chance.randint(0, 3)):
        other = units[home + int(chance.random() * (min(home + PER_PROJECT, len(units)) - home))]
        if other.folder != unit.folder:
            lines.add(f'\t"{HOST}/{other.project}/internal/{other.folder}"\n')
    return f"import (\n{''.join(sorted(lines))})\n"


def _type(name: str, chance: Random) -> str:
    fields = "".join(
        f'\t{pick(chance, NOUNS).capitalize()} {pick(chance, _TYPES)} `json:"{pick(chance, NOUNS)}"`\n'
        for _ in range(chance.randint(2, 5))
    )
    methods = "".join(
        f"\n// {sentence(chance)}\n"
        f"func (x *{name}) {pick(chance, VERBS).capitalize()}{pick(chance, NOUNS).capitalize()}"
        f"({pick(chance, NOUNS)} {pick(chance, _TYPES)}) error {{\n"
        f'\tif x == nil {{\n\t\treturn errors.New("{sentence(chance, most=9)}")\n\t}}\n\treturn nil\n}}\n'
        for _ in range(chance.randint(1, 3))
    )
    return f"\n// {name} {sentence(chance)}\ntype {name} struct {{\n{fields}}}\n{methods}"


def _function(name: str, chance: Random) -> str:
    first, second, result = pick(chance, NOUNS), pick(chance, VERBS), pick(chance, NOUNS)
    return (
        f"\n// {name} {sentence(chance)}\n"
        f"func {name}({first}A int, {second}B map[string]string) ({pick(chance, _TYPES)}, error) {{\n"
        f"\t{result} := make([]string, 0, {first}A)\n"
        f"\tfor key, value := range {second}B {{\n"
        f"\t\t// {sentence(chance)}\n"
        f'\t\t{result} = append({result}, fmt.Sprintf("%s-%s-{pick(chance, NOUNS)}", key, value))\n\t}}\n'
        f"\tif len({result}) > {chance.randint(1, 999)} {{\n"
        f'\t\treturn nil, fmt.Errorf("{sentence(chance, most=9)} %d", {first}A)\n\t}}\n'
        f"\treturn {pick(chance, VERBS)}({result}), nil\n}}\n"
    )
