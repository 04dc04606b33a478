"""A small snapshot with everything that area pages show, written by hand."""

from __future__ import annotations

import msgspec

from mkdocs_docbridge.snapshot.model import (
    Area,
    Coverage,
    CycleEdge,
    Document,
    Entity,
    ImportCycle,
    Module,
    Ownership,
    Package,
    Place,
    Relation,
    RelationKind,
    Snapshot,
    Symbol,
)


def symbol(name: str, line: int, *, exported: bool = True) -> Symbol:
    return Symbol(name=name, kind="function", line=line, end_line=line + 1, exported=exported)


def module(path: str, *names: str, summary: str = "", tags: tuple[str, ...] = ()) -> Module:
    return Module(
        id=f"module:{path}",
        name=path.rsplit("/", 1)[-1],
        path=path,
        content_hash="0" * 64,
        language="python",
        summary=summary,
        symbols=tuple(symbol(name, 10 * number) for number, name in enumerate(names, 1)),
        tags=tags,
    )


def document(path: str, title: str, summary: str = "") -> Document:
    return Document(
        id=f"document:{path}",
        name=title,
        path=path,
        content_hash="1" * 64,
        authored_hash="1" * 64,
        title=title,
        summary=summary,
        word_count=10,
    )


def relation(kind: RelationKind, source: str, target: str, *places: tuple[str, int], count: int = 0) -> Relation:
    return Relation(
        kind=kind,
        source=source,
        target=target,
        provenance="observed",
        confidence="observed",
        evidence=tuple(Place(path=path, line=line) for path, line in places),
        evidence_count=count or len(places),
    )


def snapshot() -> Snapshot:
    """Three areas: ``src/rank`` (owned, documented), ``src/text`` (used by it), ``src/bare`` (nothing said)."""
    names = [f"name{number}" for number in range(1, 15)]
    entities: list[Entity] = [
        Package(
            id="package:tool", name="tool", path=".", manifest="pyproject.toml", content_hash="2" * 64, ecosystem="pypi"
        ),
        Area(
            id="area:src/rank", name="rank", path="src/rank", module_count=3, package="package:tool", ownership="core"
        ),
        Area(id="area:src/text", name="text", path="src/text", module_count=1, package="package:tool"),
        Area(id="area:src/bare", name="bare", path="src/bare", module_count=1, package="package:tool"),
        Area(id="area:src/only", name="only", path="src/only", module_count=1),
        module("src/rank/__init__.py", summary="Ranks answers."),
        module("src/rank/rank.py", *names, "Weights.scaled"),
        module("src/rank/test_rank.py", "test_it", tags=("test",)),
        module("src/text/words.py", "words", summary="Splits words."),
        module("src/bare/x|y.py"),
        module("src/only/test_a.py", tags=("test",)),
        document("docs/ranking.md", "Ranking *explained* | all", "How ranking works."),
        document("docs/words.md", "Words", "All about words."),
        document("docs/near.md", "Near"),
        document("README.md", "Tool"),
    ]
    relations = [
        *(
            relation("contains", f"area:{path.rsplit('/', 1)[0]}", f"module:{path}", (path, 1))
            for path in (
                "src/rank/__init__.py",
                "src/rank/rank.py",
                "src/rank/test_rank.py",
                "src/text/words.py",
                "src/bare/x|y.py",
                "src/only/test_a.py",
            )
        ),
        relation(
            "imports", "module:src/rank/rank.py", "module:src/text/words.py", ("src/rank/rank.py", 7),
            ("src/rank/rank.py", 3), count=2,
        ),
        relation("imports", "module:src/rank/test_rank.py", "module:src/bare/x|y.py", ("src/rank/test_rank.py", 1)),
        relation("mentions", "document:docs/ranking.md", "module:src/rank/rank.py", ("docs/ranking.md", 4)),
        relation("covers", "document:docs/ranking.md", "area:src/rank", ("docs/ranking.md", 1)),
        relation("mentions-symbol", "document:README.md", "module:src/rank/rank.py", ("README.md", 9), count=5),
        relation("mentions", "document:docs/words.md", "area:src/text", ("docs/words.md", 2)),
        Relation(
            kind="mentions",
            source="document:docs/near.md",
            target="module:src/bare/x|y.py",
            provenance="observed",
            confidence="fuzzy",
            evidence=(Place(path="docs/near.md", line=1),),
            evidence_count=1,
        ),
    ]  # fmt: skip
    return Snapshot(
        project="tool",
        analyzers=("python 1",),
        entities=tuple(entities),
        relations=tuple(relations),
        coverage=(
            Coverage(analyzer="python", status="not-analyzed", code="TOO_LARGE", path="src/big.py", reason="large"),
        ),
        ownership=(
            Ownership(
                id="core",
                path="src/rank",
                source="settings",
                group="Core team",
                checks=("pytest tests/rank", "ruff check"),
            ),
            Ownership(id="all", path=".", source="codeowners", group="@everyone"),
        ),
    )


def with_cycles(*rings: tuple[str, ...]) -> Snapshot:
    """The sample with import cycles, each given by the paths of the modules on its way around."""
    cycles = []
    for ring in rings:
        names = tuple(f"module:{path}" for path in ring)
        pairs = zip(names, names[1:] + names[:1], strict=True)
        edges = tuple(CycleEdge(source=a, target=b, line=line) for line, (a, b) in enumerate(pairs, 1))
        cycles.append(ImportCycle(modules=tuple(sorted(names)), shortest=names, edges=edges))
    return msgspec.structs.replace(snapshot(), cycles=tuple(cycles))


class SiteLinks:
    """Links as a page below ``docbridge/`` would have them; the bare area has no page."""

    def area(self, path: str) -> str | None:
        return None if path == "src/bare" else f"areas/{path.replace('/', '-')}.md"

    def area_url(self, path: str) -> str | None:
        return None if path == "src/bare" else f"areas/{path.replace('/', '-')}/"

    def document(self, path: str) -> str | None:
        return f"../{path}"

    def source(self, path: str, line: int | None = None) -> str | None:
        return f"https://example.com/tool/blob/main/{path}" + (f"#L{line}" if line else "")
