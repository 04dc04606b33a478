"""Why a result was found: a short reason for people, and the full account when it is asked for."""

from __future__ import annotations

import msgspec

from .identity import Named
from .lexicon import Query, fold
from .model import Explanation, Match, PriorFactor, SurfacedBy
from .proximity import Surfaced
from .rank import Scored

MAX_REASONS = 3
MAX_WORDS = 3
_LABELS = {"headings": "heading", "symbols": "symbol", "aliases": "alias", "body": "text"}


class Evidence(msgspec.Struct, frozen=True):
    """What is known of one result. ``near`` is what the graph did for it, ``anchor`` the id it came from."""

    query: Query
    scored: Scored
    matched: tuple[Match, ...]
    priors: tuple[PriorFactor, ...]
    named: Named | None
    near: Surfaced | None
    anchor: str

    @property
    def direct(self) -> bool:
        """Whether the question itself found it, and not a relation alone."""
        return bool(self.matched) or self.named is not None


def reason(evidence: Evidence) -> str:
    """Such as ``symbol body_hash, path regions``: what it was named by, then the fields and the words in them."""
    reasons: list[str] = []
    said: set[str] = set()
    if evidence.named is not None:
        named = evidence.named
        for label, word in (("id", named.id_word), ("symbol", named.symbol_word), ("path", named.path_word)):
            if word:
                reasons.append(f"{label} {word}")
                said.add(word)
    for match in evidence.matched:
        fresh = [word for word in match.words if fold(word) not in said][:MAX_WORDS]
        if fresh and len(reasons) < MAX_REASONS:
            reasons.append(f"{_LABELS.get(match.field, match.field)} {' '.join(fresh)}")
            said.update(map(fold, fresh))
    if not evidence.direct and evidence.near is not None:
        reasons.append(f"{evidence.near.kind} beside {evidence.anchor}")
    return ", ".join(reasons)


def explanation(evidence: Evidence) -> Explanation:
    """Terms, matched fields, every part of the score, the priors and the relation that led there."""
    near = evidence.near
    return Explanation(
        terms=tuple(evidence.query.terms),
        matched=evidence.matched,
        components=evidence.scored.components(),
        priors=evidence.priors,
        surfaced_by=None
        if near is None
        else SurfacedBy(kind=near.kind, id=evidence.anchor, confidence=near.confidence, hops=near.hops),
    )
