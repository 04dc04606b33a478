"""Small snapshots and facts, written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.retrieval import RetrievalIndex, SearchEngine, build_index
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot.facts import DocumentFacts, ManifestFacts, ModuleFacts, Words
from mkdocs_docbridge.snapshot.model import (
    Area,
    Confidence,
    Document,
    Entity,
    Heading,
    Module,
    Ownership,
    Package,
    Relation,
    RelationKind,
    Snapshot,
    Symbol,
)
from mkdocs_docbridge.text.words import count_words


@dataclass
class Repository:
    """Collects entities with their facts; ``snapshot()`` seals them."""

    entities: list[Entity] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    ownership: list[Ownership] = field(default_factory=list)
    documents: dict[str, DocumentFacts] = field(default_factory=dict)
    modules: dict[str, ModuleFacts] = field(default_factory=dict)
    manifests: Mapping[str, ManifestFacts] = field(default_factory=dict)
    words: dict[str, Words] = field(default_factory=dict)

    def page(self, path: str, title: str, body: str = "", *, headings: tuple[str, ...] = (), **more: object) -> str:
        """A document; returns its id."""
        hashed = f"{len(self.entities):064x}"
        self.entities.append(
            Document(
                id=f"document:{path}",
                name=path,
                path=path,
                content_hash=hashed,
                authored_hash=hashed,
                title=title,
                summary=body.split(". ")[0],
                word_count=len(body.split()),
                headings=tuple(
                    Heading(level=2, text=text, line=at, anchor=text.lower().replace(" ", "-"))
                    for at, text in enumerate(headings, 3)
                ),
                site_url=path.removesuffix(".md") + "/",
                **more,  # type: ignore[arg-type]
            )
        )
        self.words[path] = Words(terms=count_words(f"{title} {' '.join(headings)} {body}"), body=body)
        return f"document:{path}"

    def module(
        self,
        path: str,
        text: str = "",
        *,
        exports: tuple[str, ...] = (),
        private: tuple[str, ...] = (),
        summary: str = "",
    ) -> str:
        """A source file; returns its id."""
        symbols = tuple(
            Symbol(name=name, kind="function", line=at, end_line=at, exported=name in exports)
            for at, name in enumerate((*private, *exports), 1)
        )
        self.entities.append(
            Module(
                id=f"module:{path}",
                name=path.rpartition("/")[2],
                path=path,
                content_hash=f"{len(self.entities):064x}",
                language="python",
                summary=summary,
                symbols=symbols,
            )
        )
        self.words[path] = Words(terms=count_words(" ".join((text, summary, *exports, *private))))
        return f"module:{path}"

    def area(self, path: str, *modules: str) -> str:
        """An area that contains ``modules``; returns its id."""
        self.entities.append(Area(id=f"area:{path}", name=path, path=path, module_count=len(modules)))
        for module in modules:
            self.relate(f"area:{path}", "contains", module)
        return f"area:{path}"

    def package(self, name: str, path: str, summary: str = "") -> str:
        """A package; returns its id."""
        self.entities.append(
            Package(
                id=f"package:{name}",
                name=name,
                path=path,
                manifest=f"{path}/pyproject.toml",
                content_hash="f" * 64,
                ecosystem="pypi",
                summary=summary,
            )
        )
        return f"package:{name}"

    def relate(self, source: str, kind: RelationKind, target: str, confidence: Confidence = "observed") -> None:
        """An observed relation without evidence."""
        self.relations.append(
            Relation(
                kind=kind,
                source=source,
                target=target,
                provenance="declared" if confidence == "declared" else "observed",
                confidence=confidence,
                evidence=(),
                evidence_count=0,
            )
        )

    def snapshot(self) -> Snapshot:
        """What was collected, sealed."""
        return seal(
            Snapshot(
                project="small",
                analyzers=("hand 1",),
                entities=tuple(sorted(self.entities, key=lambda entity: entity.id)),
                relations=tuple(self.relations),
                coverage=(),
                ownership=tuple(self.ownership),
            )
        )

    def index(self, settings: Settings | None = None) -> RetrievalIndex:
        """The index of what was collected."""
        return build_index(self.snapshot(), self, settings or Settings())

    def engine(self, settings: Settings | None = None) -> SearchEngine:
        """A search engine over what was collected."""
        return SearchEngine(self.index(settings))


def shop() -> Repository:
    """A repository with a bit of everything."""
    repo = Repository()
    regions = repo.module(
        "shop/regions.py", "marker text of a region", exports=("body_hash", "find_regions"), private=("_normalise",),
        summary="Generated regions of a page.",
    )  # fmt: skip
    orders = repo.module(
        "shop/orders/queue.py", "retry an order with exponential backoff when the broker fails",
        exports=("OrderQueue", "OrderQueue.enqueue"), summary="A queue of orders.",
    )  # fmt: skip
    tests = repo.module("tests/test_queue.py", "order queue retry backoff broker", exports=("test_retry",))
    repo.area("shop/orders", orders)
    package = repo.package("shop", "shop", "Sells things.")
    repo.relate(package, "contains", "area:shop/orders")
    repo.relate(tests, "imports", orders)
    guide = repo.page(
        "docs/guide/retries.md", "Retrying orders", "How to retry a failed order with backoff. Uses the queue.",
        headings=("Backoff", "Giving up"),
    )  # fmt: skip
    start = repo.page("docs/index.md", "Welcome", "Start here. Regions and orders are explained.")
    repo.page("docs/regions.md", "Regions", "A region is verified by its body_hash. Edit the source instead.")
    repo.relate(start, "links-to", guide)
    repo.relate(guide, "mentions-symbol", orders)
    repo.relate("document:docs/regions.md", "mentions-symbol", regions)
    return repo
