"""Templates stop within their bounds, reach nothing but their data, and encode every value."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.render.budget import Limits
from mkdocs_docbridge.render.engine import compile_template
from mkdocs_docbridge.text.escape import Safe, inline, visible
from tests.support.cases import Case, cases

TEMPLATE_CASES = cases("templates")
DATA: dict[str, Any] = {"x": {"y": 1, "z": "a|b"}, "rows": [{"n": 2, "t": "b"}, {"n": 1, "t": "a"}]}


def render(source: str, data: dict[str, Any] | None = None, **limits: Any) -> str:
    return compile_template("t.md", source).render(DATA if data is None else data, Limits(**limits))


def refusal(source: str, data: dict[str, Any] | None = None, **limits: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        render(source, data, **limits)
    return caught.value


def _sources(*slugs: str) -> list[Any]:
    return [
        pytest.param(path.read_text(encoding="utf-8"), id=f"{case.id}/{path.name}")
        for case in TEMPLATE_CASES
        if case.expected["slug"] in slugs
        for path in case.files()
    ]


@pytest.mark.parametrize("source", _sources("template-resource-bombs"))
def test_a_bomb_ends_with_a_limit_in_five_seconds_and_half_a_gigabyte(source: str) -> None:
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert refusal(source, {}).code == "TEMPLATE_LIMIT"
    assert time.monotonic() - started < 5
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) < 512 * 1024


@pytest.mark.parametrize("source", _sources("template-escape-attempts"))
def test_an_escape_is_refused_with_its_place(source: str) -> None:
    error = refusal(source, {})
    assert error.code == "TEMPLATE_FORBIDDEN"
    assert error.place == "t.md:1"
    assert "SecurityError" in str(error) or "TemplateNotFound" in str(error) or "not available" in str(error)


@pytest.mark.parametrize("source", _sources("timestamp-in-region"))
def test_a_template_that_asks_for_the_clock_is_not_deterministic(source: str) -> None:
    assert refusal(source, {}).code == "NON_DETERMINISTIC_TEMPLATE"


@pytest.mark.parametrize(
    "source",
    [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro m(r) %}{% for i in r %}{% for j in r %}x{% endfor %}{% endfor %}{% endmacro %}{{ m(range(9999)) }}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(39) }}",
        "{% macro m(n) %}{% set _ = m(n + 1) %}{% endmacro %}{{ m(0) }}",
        "{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{% for i in range(99999) if false %}{% endfor %}" * 20,
        "{% for i in range(99999) %}{{ range(99999)|list|length }}{% endfor %}",
        "{{ range(10**9)|list }}",
        "{{ range(10**30) }}",
        "{{ 10**1000000 }}",
        "{{ [1] * 10**9 }}",
        "{{ 'x'.ljust(10**9) }}",
        "{{ 'x'.zfill(10**9) }}",
        "{{ 'x'|center(5 * 10**8) }}",
        "{{ 'x'|indent(10**9) }}",
        "{{ '%1000000000d'|format(1) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%*d' % (1000000000, 1) }}",
        "{{ '{:>1000000000}'.format(1) }}",
        "{{ '{:>{}}'.format(1, 1000000000) }}",
        "{{ ('{0}' * 100000).format('x' * 100000) }}",
        "{{ ('{0:999}' * 100000).format(1) }}",
        "{{ ('x' * 1000000)|replace('x', 'yyyyyyyyyyyyyy') }}",
        "{{ range(99999)|join('x' * 100000) }}",
        "{{ ('x' * 2000000) * 2 }}",
        "{{ ('x' * 2000000) ~ ('x' * 2000000) }}",
        "{{ ('x' * 2000000) + ('x' * 2000000) }}",
        "{% set s = 'x' * 2000000 %}{% for i in range(99999) %}{% set t = s|upper %}{% endfor %}",
        "{% set s = 'x' * 2000000 %}{% for i in range(99999) %}{% if 'y' in s %}{% endif %}{% endfor %}",
        "{% set s = 'x' * 2000000 %}{% for i in range(99999) %}{% set t = s.split('x') %}{% endfor %}",
        "{{ " + "(" * 5000 + ")" * 5000 + " }}",
        "{{ " + "-" * 50000 + "1 }}",
        "{% if 1 %}" * 2000 + "{% endif %}" * 2000,
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "x" * (256 * 1024 + 1),
        "{{ 1|round(999999999) }}",
    ],
)
def test_everything_that_repeats_or_allocates_is_counted(source: str) -> None:
    started = time.monotonic()
    assert refusal(source, seconds=0.5).code == "TEMPLATE_LIMIT"
    assert time.monotonic() - started < 3


def test_output_stops_at_its_limit() -> None:
    assert refusal("{% for i in range(3) %}abcd{% endfor %}", output_bytes=11).code == "TEMPLATE_LIMIT"
    assert render("{% for i in range(3) %}abcd{% endfor %}", output_bytes=12) == "abcd" * 3


@pytest.mark.parametrize(
    "source",
    [
        "{{ x.__class__ }}",
        "{{ ''['__class__'] }}",
        "{{ ().__class__.__bases__ }}",
        "{{ 1.__class__ }}",
        "{{ x|map(attribute='__class__')|list }}",
        "{{ '{0.__class__}'.format(1) }}",
        "{{ '{a[b]}'.format(a=x) }}",
        "{{ '{a}'.format_map(x) }}",
        "{{ ''.format_map(x) }}",
        "{{ self.__init__ }}",
        "{{ range.__init__ }}",
        "{% for i in rows %}{{ loop.__class__ }}{% endfor %}",
        "{% macro m() %}{% endmacro %}{{ m.__code__ }}",
        "{{ x() }}",
        "{{ joiner.__init__.__globals__ }}",
        "{{ namespace() }}",
        "{{ x|attr('y') }}",
        "{{ x|safe }}",
        "{{ x.z|e }}",
        "{% import 'a' as b %}",
        "{% from 'a' import b %}",
        "{% extends 'a' %}",
        "{% include ['a', 'b'] %}",
        "{% filter upper %}{{ x.z }}{% endfilter %}",
        "{% autoescape false %}{{ x.z }}{% endautoescape %}",
        "{% set s|upper %}{{ x.z }}{% endset %}",
        "{% block a %}{{ self.a() }}{% endblock %}",
    ],
)
def test_nothing_but_data_can_be_reached(source: str) -> None:
    assert refusal(source).code == "TEMPLATE_FORBIDDEN"


@pytest.mark.parametrize("name", ["now", "Today", "commit", "random", "env", "hostname", "timestamp"])
def test_clock_like_names_are_refused_even_where_they_are_not_reached(name: str) -> None:
    error = refusal(f"a\n{{% if false %}}{{{{ {name}() }}}}{{% endif %}}")
    assert (error.code, error.place) == ("NON_DETERMINISTIC_TEMPLATE", "t.md:2")


def test_a_clock_like_name_that_is_in_the_data_is_data() -> None:
    assert render("{{ date }}", {"date": "2024-01-31"}) == "2024-01-31"


def test_an_undefined_name_is_told_with_its_line_and_the_nearest_name() -> None:
    error = refusal("a\nb\n{{ title }} {{ titel }}", {"title": "x"})
    assert (error.code, error.place) == ("UNDEFINED_VARIABLE", "t.md:3")
    assert "did you mean 'title'" in str(error)


@pytest.mark.parametrize(
    "use",
    [
        "{{ n + 1 }}",
        "{{ n() }}",
        "{{ n.m }}",
        "{{ n|upper }}",
        "{% for a in n %}{% endfor %}",
        "{{ n == 1 }}",
        "{{ 'a' ~ n }}",
        "{{ -n }}",
        "{% if n %}{% endif %}",
        "{{ n|length }}",
    ],
)
def test_every_use_of_an_undefined_name_fails(use: str) -> None:
    assert refusal(use, {}).code == "UNDEFINED_VARIABLE"


def test_what_may_be_missing_is_asked_for() -> None:
    assert render("{{ n|default('no') }}{{ 1 if n is defined else 2 }}{{ x.q|default('none') }}") == "no2none"


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("{{ 'a'|nosuch }}", "TEMPLATE_SYNTAX"),
        ("{% if %}", "TEMPLATE_SYNTAX"),
        ("{{ 1 / 0 }}", "TEMPLATE_ERROR"),
        ("{{ rows }}", "TEMPLATE_ERROR"),
        ("{{ x == rows }}", "TEMPLATE_ERROR"),
        ("{{ rows[0].n < rows[0].t }}", "TEMPLATE_ERROR"),
        ("{{ x.nope }}", "UNDEFINED_VARIABLE"),
        ("{{ [1, 2]|random }}", "NON_DETERMINISTIC_TEMPLATE"),
    ],
)
def test_faults_of_a_template_have_a_code_and_a_line(source: str, code: str) -> None:
    error = refusal(f"\n{source}")
    assert (error.code, error.place) == (code, "t.md:2")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ x.z }}", "a&#124;b"),
        ("{{ 'a|b' }}", "a&#124;b"),
        ("{{ x.z|upper }}", "A&#124;B"),
        ("{{ x.z ~ '|' }}", "a&#124;b&#124;"),
        ("{{ x.z|code ~ '|' }}", "<code>a&#124;b</code>&#124;"),
        ("{% macro m(t) %}<b>{{ t }}</b>{% endmacro %}{{ m(x.z) }}", "<b>a&#124;b</b>"),
        ("{% macro m() %}<i>{{ caller() }}</i>{% endmacro %}{% call m() %}|{{ x.z }}{% endcall %}", "<i>|a&#124;b</i>"),
        ("{% set s %}*{{ x.z }}{% endset %}{{ s }}", "*a&#124;b"),
        ("{% set s %}*{% endset %}{{ s[:1] }}", "&#42;"),
        ("{{ ['|'|code, 'b|']|join(' | ') }}", "<code>&#124;</code> | b&#124;"),
        ("{{ ['|', 'b']|join('|') }}", "&#124;&#124;b"),
        ("{{ rows|map(attribute='t')|sort|join(', ') }}", "a, b"),
        ("{{ rows|sort(attribute='n')|map(attribute='n')|join }}", "12"),
        ("{{ rows|selectattr('n', 'gt', 1)|map(attribute='t')|first }}", "b"),
        ("{{ rows|rejectattr('n', 'eq', 1)|list|length }}", "1"),
        ("{{ rows|sum(attribute='n') }} {{ rows[-1].t }} {{ 'abc'|truncate(2) }}", "3 a a…"),
        ("{% for key, value in x|items %}{{ key }}={{ value }};{% endfor %}", "y=1;z=a&#124;b;"),
        ("{% for k in rows|groupby('t') %}{{ k[0] }}{{ k[1]|length }}{% endfor %}", "a1b1"),
        ("{{ 1 < 2 < 3 }} {{ 'a' in 'abc' }} {{ 2 not in [1, 2] }} {{ none }}|{{ 1.5 }}", "true true false |1.5"),
        ("{{ '%s-%03d' % ('a', 7) }} {{ '{}|{b:.1f}'.format(1, b=2) }}", "a-007 1&#124;2.0"),
        ("{{ x.z.split('|')|join(' ') }}{{ x.get('q', 'no') }}", "a bno"),
        (
            "{% for r in rows recursive %}{{ r.t }}{% if r.sub is defined %}{{ loop(r.sub) }}{% endif %}{% endfor %}",
            "ba",
        ),
        ("{% for r in rows %}{{ loop.index }}/{{ loop.length }}{{ loop.cycle('a', 'b') }}{% endfor %}", "1/2a2/2b"),
    ],
)
def test_values_are_encoded_once_however_they_reach_the_page(source: str, expected: str) -> None:
    assert render(source) == expected


def test_typed_markdown_of_a_view_is_printed_as_it_is() -> None:
    class Page(msgspec.Struct, frozen=True):
        plain: str
        rendered: Safe

    assert compile_template("t", "{{ plain }}{{ rendered }}").render(Page("*a*", Safe("*a*"))) == "&#42;a&#42;*a*"


def test_line_ends_are_lf_and_the_final_newline_is_kept() -> None:
    assert render("a\r\nb\r{{ 1 }}\n") == "a\nb\n1\n"


def test_a_view_holds_plain_data_only() -> None:
    with pytest.raises(TypeError, match="may not hold a set"):
        render("{{ a }}", {"a": {1}})


@pytest.mark.parametrize("case", [c for c in TEMPLATE_CASES if (c.folder / "data.json").is_file()], ids=lambda c: c.id)
def test_hostile_titles_are_one_row_of_three_cells_each(case: Case) -> None:
    titles = msgspec.json.decode((case.folder / "data.json").read_bytes()).get("titles", [])
    source = "| a | b | c |\n| - | - | - |\n{% for t in titles %}\n| x | {{ t }} | {{ t|code }} |\n{% endfor %}\n"
    page = render(source, {"titles": titles})
    soup = BeautifulSoup(MarkdownIt("commonmark").enable("table").render(page), "lxml")
    rows = [[cell.get_text() for cell in row.find_all("td")] for row in soup.select("tbody tr")]
    assert rows == [["x", visible(title), visible(title)] for title in titles]
    assert soup.find_all(["a", "script"]) == []
    assert "<!--" not in page


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(max_size=12), max_size=4),
    st.sampled_from(["upper", "lower", "trim", "title", "capitalize", "string"]),
)
def test_no_filter_lets_a_value_out_unencoded(texts: list[str], name: str) -> None:
    change = {"trim": str.strip, "string": str}.get(name) or getattr(str, name)
    page = render(f"{{% for t in texts %}}{{{{ t|{name} }}}}\n{{% endfor %}}", {"texts": texts})
    assert page == "".join(f"{inline(change(text))}\n" for text in texts)


def test_two_renderings_with_another_clock_locale_folder_and_hash_seed_are_equal() -> None:
    program = (
        "from mkdocs_docbridge.render.catalogue import Templates\n"
        "from mkdocs_docbridge.render.area_view import area_views\n"
        "from mkdocs_docbridge.render.overview_view import overview_view\n"
        "from tests.render.sample import SiteLinks, snapshot\n"
        "t = Templates()\n"
        "print(''.join(t.render('area', v) for v in area_views(snapshot(), links=SiteLinks())), end='')\n"
        "print(t.render('overview', overview_view(snapshot(), links=SiteLinks())), end='')\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    outputs = set()
    for seed, zone, locale, folder in (("0", "UTC", "C.UTF-8", root), ("7", "Asia/Tokyo", "de_DE.UTF-8", "/")):
        environment = {"PYTHONPATH": root, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONUTF8": "1"}
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
