"""Search: a question to an index, answered with ranked and explained results."""

from __future__ import annotations

from collections.abc import Collection

from mkdocs_docbridge.errors import InputError

from .explain import Evidence, explanation, reason
from .identity import Names
from .lexicon import LEXICON_VERSION, Query, lexicon, query_terms
from .model import ENTRY_KINDS, SIDE_OF, EntryKind, Match, Result, RetrievalIndex, SearchResults
from .neighbours import WEAKNESS
from .postings import Postings
from .priors import Priors, QueryPriors
from .proximity import Links
from .rank import FLOOR, MILLION, above_floor, in_order, score_entry, within_limit

LIMIT = 20


class SearchEngine:
    """Answers questions from one index. The postings are built once, here."""

    def __init__(self, index: RetrievalIndex) -> None:
        """Raises :class:`InputError` (``INDEX_LEXICON``) for an index that another lexicon made."""
        self.index = index
        self._entries = index.entries
        self._languages = index.lexical.languages
        lex = lexicon(self._languages)
        self._postings = Postings(index, lex)
        if index.lexicon_version != LEXICON_VERSION or self._postings.total_terms != index.lexical.total_terms:
            raise InputError(
                f"{self._postings.total_terms} terms with lexicon {LEXICON_VERSION}, the index states "
                f"{index.lexical.total_terms} with lexicon {index.lexicon_version}",
                code="INDEX_LEXICON",
                hint="build the index again",
            )
        self._names = Names(self._entries)
        self._priors = Priors(self._entries, lex)
        self._links = Links(self._entries)

    def search(
        self,
        query: str,
        *,
        kinds: Collection[EntryKind] | None = None,
        limit: int = LIMIT,
        floor: float = FLOOR,
        explain: bool = False,
        audience: str | None = None,
    ) -> SearchResults:
        """The entries that answer ``query``, best first.

        ``kinds``: only these (default: all). ``floor``: results below this share of the best of their kind are
        left out; 0 keeps every neighbour. ``explain`` adds reasons and changes nothing else. ``audience``
        (``agent``) favours pages written for it. Raises ``ValueError`` for a kind that does not exist, a limit
        below 1 and a floor outside 0 to 1.
        """
        asked = ENTRY_KINDS if kinds is None else tuple(kind for kind in ENTRY_KINDS if kind in kinds)
        if kinds is not None and len(asked) != len(set(kinds)):
            raise ValueError(f"kinds are {', '.join(ENTRY_KINDS)}, not {sorted(set(kinds) - set(ENTRY_KINDS))}")
        if limit < 1 or not 0.0 <= floor <= 1.0:
            raise ValueError(f"limit {limit} must be at least 1 and floor {floor} between 0 and 1")
        question = query_terms(query, self._languages)
        priors = self._priors.asked(question)
        lexical = self._lexical(question, priors, asked)
        best = max(lexical.values(), default=0.0)
        named = self._names.named(question, best)
        near = self._links.around(lexical)
        scored = [
            score_entry(
                number,
                self._entries[number],
                lexical=lexical.get(number, 0.0),
                best=best,
                named=named.get(number),
                near=near.get(number),
                entries=len(self._entries),
                audience=audience,
            )
            for number in sorted({*lexical, *named, *near})
            if self._entries[number].kind in asked
        ]
        kept = above_floor(in_order(scored, self._entries), self._entries, floor)
        results = []
        for one in within_limit(kept, self._entries, limit):
            surfaced = near.get(one.number)
            evidence = Evidence(
                query=question,
                scored=one,
                matched=self._matched(one.number, question),
                priors=priors.factors(one.number) if one.number in lexical else (),
                named=named.get(one.number),
                near=surfaced,
                anchor=self._entries[surfaced.anchor].id if surfaced else "",
            )
            results.append(self._result(evidence, explain))
        return SearchResults(query=query, kinds=asked, matched=len(kept), results=tuple(results))

    def _lexical(self, query: Query, priors: QueryPriors, asked: Collection[EntryKind]) -> dict[int, float]:
        """Lexical score times prior of every hit among the kinds asked for."""
        found: dict[int, float] = {}
        for side in sorted({SIDE_OF[kind] for kind in asked}):
            for number, score in self._postings.sides[side].scores(query.terms).items():
                if self._entries[number].kind in asked:
                    found[number] = score * priors.factor(number)
        return found

    def _matched(self, number: int, query: Query) -> tuple[Match, ...]:
        """The fields that hold words of the question, the most telling first, with the words as they were typed."""
        fields = self._postings.sides[SIDE_OF[self._entries[number].kind]].fields_of(number, query.terms)
        return tuple(
            Match(field=name, words=tuple(dict.fromkeys(query.terms[term][1] for term in terms)))
            for name, terms in fields
        )

    def _result(self, evidence: Evidence, explain: bool) -> Result:
        entry = self._entries[evidence.scored.number]
        confidence = entry.confidence
        if not evidence.direct and evidence.near is not None:
            confidence = max(confidence, evidence.near.confidence, key=WEAKNESS.__getitem__)
        return Result(
            id=entry.id,
            kind=entry.kind,
            path=entry.path,
            title=entry.title,
            summary=entry.summary,
            score=evidence.scored.micro / MILLION,
            confidence=confidence,
            provenance=entry.provenance,
            why=reason(evidence),
            explain=explanation(evidence) if explain else None,
        )
