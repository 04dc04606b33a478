"""Inline SVG: no script, no viewBox (x in percent, y in pixels), so that text keeps its size on a phone.

Each drawing is one line of HTML. Colours are the theme's variables with a fallback; shape repeats what colour says.
Links are written as they are, and no site generator rewrites them in HTML: pass addresses as a browser needs them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mkdocs_docbridge.text.escape import Safe, inline, url

INK = "var(--md-default-fg-color,#333)"
PAPER = "var(--md-default-bg-color,#fff)"
ACCENT = "var(--md-primary-fg-color,#4051b5)"
FAINT = "var(--md-default-fg-color--lighter,#bbb)"
BETTER = "var(--docbridge-better,#0072b2)"
WORSE = "var(--docbridge-worse,#c44e00)"
FONT = 12
_OUTLINE = f"paint-order:stroke;stroke:{PAPER};stroke-width:3px;stroke-linejoin:round"


class Neighbour(msgspec.Struct, frozen=True, kw_only=True):
    """An area beside another one: its path, import statements, page."""

    label: str
    strength: int
    href: str | None = None


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """A bar: ``share`` of the full width (0 to 1), and the value in words."""

    label: str
    share: float
    text: str


def number(value: float) -> str:
    """A coordinate with at most two decimals, so that bytes are the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    """A share of the width; what lies outside 0 to 1 is drawn at the border."""
    return f"{number(min(max(share, 0.0), 1.0) * 100)}%"


def shortened(label: str, length: int = 18) -> str:
    """A label that fits: the end of a path says most, so the beginning goes."""
    return label if len(label) <= length else "…" + label[-(length - 1) :]


def text(x: float, y: float, label: str, *, anchor: str = "middle", dx: float = 0, bold: bool = False) -> str:
    """A text at a share of the width and a height in pixels."""
    weight = ' font-weight="700"' if bold else ""
    shift = f' dx="{number(dx)}"' if dx else ""
    at = f'x="{percent(x)}" y="{number(y)}"{shift}'
    # The outline in the page's colour keeps a label readable where a line runs below it.
    return f'<text {at} text-anchor="{anchor}"{weight} style="{_OUTLINE}">{inline(label)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, *, colour: str = FAINT, width: float = 1, extra: str = "") -> str:
    """A straight line; ``extra`` holds further attributes."""
    ends = f'x1="{percent(x1)}" y1="{number(y1)}" x2="{percent(x2)}" y2="{number(y2)}"'
    return f'<line {ends} style="stroke:{colour};stroke-width:{number(width)}"{extra}/>'


def circle(x: float, y: float, radius: float, *, colour: str = ACCENT, hollow: bool = False) -> str:
    """A circle with its radius in pixels, filled or hollow."""
    fill = PAPER if hollow else colour
    style = f"fill:{fill};stroke:{colour};stroke-width:2"
    return f'<circle cx="{percent(x)}" cy="{number(y)}" r="{number(radius)}" style="{style}"/>'


def linked(content: str, href: str | None, title: str) -> str:
    """A group with a tooltip, as a link when there is something to link to."""
    inner = f"<title>{inline(title)}</title>{content}"
    target = url(href) if href else ""
    # xlink: Material's instant navigation assigns to everything that has a plain href, and an SVG link has no setter
    return f'<a xlink:href="{target}">{inner}</a>' if target else f"<g>{inner}</g>"


def drawing(kind: str, height: float, title: str, content: str) -> Safe:
    """A figure around the drawing. One with links is a group, because links inside an image cannot be reached."""
    role = "group" if "<a " in content else "img"
    # Material makes a figure as wide as its content, which has no width of its own.
    style = f"font:{FONT}px/1 var(--md-text-font-family,sans-serif);fill:{INK};overflow:visible"
    return Safe(
        f'<figure class="docbridge-figure docbridge-{kind}" style="width:100%;margin:1em 0" data-search-exclude>'
        f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-label="{inline(title)}" width="100%" '
        f'height="{number(height)}" style="{style}">{content}</svg></figure>'
    )


def dependency_graph(area: str, uses: Sequence[Neighbour], used_by: Sequence[Neighbour]) -> Safe:
    """An area between those that use it (left) and those it uses (right), the strongest eight of each side."""
    left, right = _strongest(used_by), _strongest(uses)
    step, top = 26.0, 34.0
    height = top + step * max(len(left), len(right), 1) + 8
    middle = top + step * (max(len(left), len(right), 1) - 1) / 2
    lines, nodes = [], []
    for column, x, anchor, dx in ((left, 0.32, "end", -10.0), (right, 0.68, "start", 10.0)):
        first = middle - step * (len(column) - 1) / 2
        for row, neighbour in enumerate(column):
            y = first + step * row
            ends = (x, y, 0.5, middle) if anchor == "end" else (0.5, middle, x, y)
            lines.append(line(*ends, colour=FAINT, width=1 + min(neighbour.strength, 20) / 10))
            words = f"{neighbour.label}, {neighbour.strength} {'import' if neighbour.strength == 1 else 'imports'}"
            label = text(x, y + 4, shortened(neighbour.label, 16), anchor=anchor, dx=dx)
            nodes.append(linked(circle(x, y, 4) + label, neighbour.href, words))
    heads = [text(0.32, 14, "used by", anchor="end", dx=-10)] if left else []
    heads += [text(0.68, 14, "uses", anchor="start", dx=10)] if right else []
    centre = circle(0.5, middle, 8) + text(0.5, middle - 14, shortened(area, 22), bold=True)
    title = f"{area}: used by {_number_of_areas(len(used_by))}, uses {_number_of_areas(len(uses))}"
    return drawing("dependencies", height, title, "".join([*heads, *lines, *nodes, centre]))


def _strongest(neighbours: Sequence[Neighbour], most: int = 8) -> list[Neighbour]:
    return sorted(neighbours, key=lambda neighbour: (-neighbour.strength, neighbour.label))[:most]


def _number_of_areas(count: int) -> str:
    return f"{count} {'area' if count == 1 else 'areas'}"


def bar_chart(title: str, bars: Sequence[Bar]) -> Safe:
    """Horizontal bars, the first one in the accent; label and value stand above each."""
    pieces = []
    for row, bar in enumerate(bars):
        y = 36.0 * row
        colour = ACCENT if row == 0 else FAINT
        pieces.append(
            text(0, y + 12, bar.label, anchor="start") + text(1, y + 12, bar.text, anchor="end", bold=row == 0)
        )
        style = f'style="fill:{colour}"'
        pieces.append(f'<rect x="0" y="{number(y + 18)}" width="{percent(bar.share)}" height="10" rx="2" {style}/>')
    return drawing("bars", 36.0 * len(bars), title, "".join(pieces))


def interval_plot(estimate: float, low: float, high: float, *, bound: float) -> Safe:
    """An effect with its interval on the scale −bound to bound, for a table cell whose text carries the numbers.

    Hollow when the interval holds zero. ``bound`` is the same for all rows of a table, and above 0.
    """
    places = [0.5 + value / bound * 0.48 for value in (low, estimate, high)]
    inconclusive = low <= 0 <= high
    colour = INK if inconclusive else BETTER if estimate > 0 else WORSE
    content = line(0.5, 0, 0.5, 20, colour=FAINT) + line(places[0], 10, places[2], 10, colour=colour, width=2)
    content += circle(places[1], 10, 4, colour=colour, hollow=inconclusive)
    size = 'width="100%" height="20" style="min-width:8rem"'
    return Safe(f'<svg class="docbridge-interval" aria-hidden="true" {size}>{content}</svg>')
