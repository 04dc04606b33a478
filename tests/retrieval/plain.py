"""Search without an index file: every entry is scored for every question. What the engine has to agree with."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from mkdocs_docbridge.retrieval.identity import LESSER, SUPPORTING, Names
from mkdocs_docbridge.retrieval.lexicon import Query, fold, lexicon, query_terms, spelled
from mkdocs_docbridge.retrieval.model import ENTRY_KINDS, SIDE_OF, Entry, EntryKind, RetrievalIndex
from mkdocs_docbridge.retrieval.neighbours import WEAKNESS
from mkdocs_docbridge.retrieval.postings import weighted_words
from mkdocs_docbridge.retrieval.presets import FIELD_NAMES, SIDES, Side
from mkdocs_docbridge.retrieval.priors import QueryPriors, is_support, traits_of
from mkdocs_docbridge.retrieval.proximity import ANCHORS, HOPS, Surfaced
from mkdocs_docbridge.retrieval.rank import COMPOUND, Scored, above_floor, in_order, score_entry, within_limit


class PlainSearch:
    """All of an index, counted."""

    def __init__(self, index: RetrievalIndex) -> None:
        self.entries = sorted(index.entries, key=lambda entry: entry.id)
        self.languages = index.lexical.languages
        self.lex = lexicon(self.languages)
        self.k1, self.b = float(index.params.k1), float(index.params.b)
        weights = {"pages": index.weights.pages, "code": index.weights.code}
        self.weights = {side: [float(getattr(weights[side], name)) for name in FIELD_NAMES] for side in SIDES}
        self.counts = [[self._counts(weighted_words(entry, name)) for name in FIELD_NAMES] for entry in self.entries]
        self.names = _PlainNames(self.entries)
        number_of = {entry.id: number for number, entry in enumerate(self.entries)}
        self.links: list[dict[tuple[int, str], str]] = [{} for _ in self.entries]
        for number, entry in enumerate(self.entries):
            for edge in (*entry.graph.inbound, *entry.graph.outbound):
                if edge.id in number_of:
                    self.links[number][number_of[edge.id], edge.kind] = edge.confidence
                    self.links[number_of[edge.id]][number, edge.kind] = edge.confidence

    def _counts(self, counted: object) -> Counter[str]:
        counts: Counter[str] = Counter()
        for word, times in counted:  # type: ignore[attr-defined]
            for term in self.lex.terms(word):
                counts[term] += times
        return counts

    def lexical(self, side: Side, question: Query) -> dict[int, float]:
        """The formula of the module postings, term by term and entry by entry."""
        weights = self.weights[side]
        numbers = [n for n, entry in enumerate(self.entries) if SIDE_OF[entry.kind] == side]
        lengths = [[self.counts[n][f].total() for n in numbers] for f in range(len(FIELD_NAMES))]
        means = [sum(row) / sum(map(bool, row)) if any(row) else 0.0 for row in lengths]
        full = (self.k1 + 1.0) * math.fsum(w for w, mean in zip(weights, means, strict=True) if mean)
        ideal, raw = 0.0, dict.fromkeys(numbers, 0.0)
        asked: list[tuple[str, float]] = [(term, times) for term, (times, _) in question.terms.items()]
        for term, times in [*asked, *((term, COMPOUND) for term in question.compounds)]:
            frequency = sum(any(c[term] and w for c, w in zip(self.counts[n], weights, strict=True)) for n in numbers)
            factor = times * math.log(1.0 + (len(numbers) - frequency + 0.5) / (frequency + 0.5))
            ideal += factor * full if term in question.terms else 0.0
            for n in numbers:
                impact = 0.0
                for counts, weight, mean in zip(self.counts[n], weights, means, strict=True):
                    if counts[term] and weight:
                        norm = self.k1 * (1.0 - self.b + self.b * counts.total() / mean)
                        impact = impact + weight * (self.k1 + 1.0) * counts[term] / (counts[term] + norm)
                raw[n] += factor * impact
        return {n: 100.0 * value / ideal for n, value in raw.items() if value} if ideal else {}

    def search(
        self, query: str, *, kinds: Collection[EntryKind] = ENTRY_KINDS, limit: int = 20, floor: float = 1 / 3,
        audience: str | None = None,
    ) -> tuple[int, list[Scored]]:  # fmt: skip
        """How many stand above the floor, and those shown."""
        question = query_terms(query, self.languages)
        priors = QueryPriors(question)
        lexical = {
            n: score * priors.factor(traits_of(self.entries[n], self.lex))
            for side in SIDES
            for n, score in self.lexical(side, question).items()
            if self.entries[n].kind in kinds
        }
        best = max(lexical.values(), default=0.0)
        named = self.names.named(question, best)
        near = self.around(lexical)
        scored = [
            score_entry(
                n, self.entries[n], lexical=lexical.get(n, 0.0), best=best, named=named.get(n), near=near.get(n),
                entries=len(self.entries), audience=audience,
            )
            for n in {*lexical, *named, *near}
            if self.entries[n].kind in kinds
        ]  # fmt: skip
        kept = above_floor(in_order(scored, self.entries), self.entries, floor)
        return len(kept), within_limit(kept, self.entries, limit)

    def around(self, scores: dict[int, float]) -> dict[int, Surfaced]:
        """Every way of one or two relations from each of the best hits, the best way of each entry."""
        ways: defaultdict[int, list[tuple[object, ...]]] = defaultdict(list)
        owner: dict[int, tuple[float, int, str]] = {}
        anchors = sorted(scores, key=lambda n: (-scores[n], n))[:ANCHORS]
        for anchor in anchors:
            for (n, kind), confidence in self.links[anchor].items():
                key = (-HOPS[0] * scores[anchor], 1, WEAKNESS[confidence], anchor, kind, confidence)
                ways[n].append(key)
        first = {n: min(found) for n, found in ways.items()}
        for between, (_, _, _, anchor, _, reached) in first.items():
            owner[between] = (scores[anchor], anchor, reached)  # type: ignore[assignment,index]
        for between, (score, anchor, reached) in owner.items():
            for (n, kind), confidence in self.links[between].items():
                weaker = max(confidence, reached, key=WEAKNESS.__getitem__)
                ways[n].append((-HOPS[1] * score, 2, WEAKNESS[weaker], anchor, kind, weaker))
        return {
            n: Surfaced(-value, anchor, kind, confidence, hops)  # type: ignore[operator]
            for n, found in ways.items()
            if n not in scores
            for value, hops, _, anchor, kind, confidence in [min(found, key=lambda way: way[:4])]
        }


class _PlainTable(dict[str, list[tuple[int, int]]]):
    def add(self, name: str, number: int, grade: int = 0) -> None:
        self.setdefault(name, []).append((number, grade))

    def numbers(self, name: str) -> list[int]:
        return [number for number, _ in self.get(name, [])]

    def graded(self, name: str) -> list[tuple[list[int], int]]:
        return [([number], grade) for number, grade in self.get(name, [])]


class _PlainNames(Names):
    """The names from dictionaries, with paths taken apart by the library."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        ids, paths, last, below, stems, folders, symbols = tables = [_PlainTable() for _ in range(7)]
        self._ids, self._paths, self._last, self._below, self._stems, self._folders, self._symbols = tables  # type: ignore[assignment]
        for number, entry in enumerate(entries):
            for name in (entry.id, entry.ownership_id or entry.id, *entry.aliases):
                ids.add(fold(name), number)
            pure = PurePosixPath(fold(entry.path))
            if entry.kind not in {"intent", "change"}:
                paths.add(fold(entry.path), number)
                last.add(fold(entry.path).rpartition("/")[2], number)
                if entry.kind in {"document", "module"}:
                    paths.add(str(pure.with_suffix("")), number)
                    for folder in pure.parents:
                        below.add(str(folder), number)
                    plain = pure.stem in {"__init__", "__main__", "index", "readme", "main", "mod", "lib"}
                    stems.add(pure.parent.name if plain else pure.stem, number)
                    stems.add(pure.name, number)
                else:
                    folders.add(fold(entry.path).rpartition("/")[2], number)
            support = SUPPORTING if entry.kind == "module" and is_support(entry) else 0
            for at, name in enumerate(entry.symbols):
                symbols.add(spelled(name), number, support | (0 if at < entry.exported else LESSER))
                if "." in name:
                    symbols.add(spelled(name.rpartition(".")[2]), number, support | LESSER)
        for table in (stems, below):
            table.pop("", None)
            table.pop(".", None)
