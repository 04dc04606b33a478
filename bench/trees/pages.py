"""Markdown pages of a synthetic tree: front matter, headings, prose, links, mentions of code, tables, fences."""

from __future__ import annotations

import posixpath
from random import Random

from .plan import Plan, Unit
from .words import NOUNS, pick, sentence

_NOWHERE = 0.01
"""Of the links: a page that was moved, as there is one in every real site."""


def page(unit: Unit, plan: Plan) -> str:
    """A page of about ``unit.size`` bytes."""
    chance = plan.chance("page", unit.number)
    parts = [_front_matter(unit, plan, chance) if chance.random() < 0.6 else ""]
    parts.append(f"# {unit.type_name} and {unit.stem}\n\n{_paragraph(unit, plan, chance)}")
    written = sum(map(len, parts))
    section = 0
    while written < unit.size:
        section += 1
        part = f"\n{'##' if section % 3 else '###'} {sentence(chance, least=2, most=5).rstrip('.')} {section}\n\n"
        part += _paragraph(unit, plan, chance)
        if chance.random() < 0.5:
            part += _BLOCKS[int(chance.random() * len(_BLOCKS))](chance)
        parts.append(part)
        written += len(part)
    return "".join(parts)


def _front_matter(unit: Unit, plan: Plan, chance: Random) -> str:
    covers = ""
    if chance.random() < 0.2 and plan.units["python"]:
        subject = _any(plan, chance)
        covers = f"docbridge:\n  covers: [{posixpath.dirname(subject.path)}]\n"
    return f"---\ntitle: {unit.type_name} {unit.stem}\ndescription: {sentence(chance)}\n{covers}---\n\n"


def _paragraph(unit: Unit, plan: Plan, chance: Random) -> str:
    sentences = [sentence(chance) for _ in range(chance.randint(2, 6))]
    for place in range(len(sentences)):
        drawn = chance.random()
        if drawn < 0.25:
            sentences[place] += f" See [{pick(chance, NOUNS)}]({_link(unit, plan, chance)})."
        elif drawn < 0.5:
            subject = _any(plan, chance)
            name = (f"`{subject.type_name}`", f"`{subject.function}()`", f"`{subject.path}`")[place % 3]
            sentences[place] += f" Ask {name} first."
    return " ".join(sentences) + "\n"


def _link(unit: Unit, plan: Plan, chance: Random) -> str:
    if chance.random() < _NOWHERE:
        return "moved/long-ago.md"
    if chance.random() < 0.15:
        target = _any(plan, chance).path
    else:
        pages = plan.units["page"]
        target = pages[int(chance.random() * len(pages))].path
    return posixpath.relpath(target, posixpath.dirname(unit.path))


def _any(plan: Plan, chance: Random) -> Unit:
    units = plan.units[("python", "typescript", "go")[int(chance.random() * 3)]] or plan.units["page"]
    return units[int(chance.random() * len(units))]


def _fence(chance: Random) -> str:
    lines = "".join(f"{pick(chance, NOUNS)} = {chance.randint(0, 999)}\n" for _ in range(chance.randint(3, 12)))
    return f"\n```python\n{lines}```\n"


def _table(chance: Random) -> str:
    rows = "".join(f"| `{pick(chance, NOUNS)}` | {sentence(chance, most=8)} |\n" for _ in range(chance.randint(2, 8)))
    return f"\n| option | meaning |\n| --- | --- |\n{rows}"


def _list(chance: Random) -> str:
    return "\n" + "".join(f"- {sentence(chance)}\n" for _ in range(chance.randint(2, 7)))


def _admonition(chance: Random) -> str:
    return f'\n!!! note "{pick(chance, NOUNS).capitalize()}"\n\n    {sentence(chance)}\n    {sentence(chance)}\n'


_BLOCKS = (_fence, _table, _list, _admonition)
