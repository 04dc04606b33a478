"""The findings of a claim: their wording, severity and what an exception does to them."""

from __future__ import annotations

from decimal import Decimal

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.paths import shown_path
from mkdocs_docbridge.text.plain import PlainText
from mkdocs_docbridge.text.redaction import redact

from .copies import Copy
from .match import Occurrence, Verdict
from .model import Claim, ParityFinding, PublicClaims
from .resolve import Resolution
from .surface import Surface
from .values import Value, show
from .wording import Wording

_VALUE = 128
_TEXT = 512
_MAX_LISTED = 8


class Reporter:
    """Makes the findings of one claim. Every text in them has been redacted."""

    def __init__(self, claim: Claim, claims: PublicClaims, registry_path: str) -> None:
        self._claim = claim
        self._claims = claims
        self._registry_path = registry_path
        self._ids: dict[str, int] = {}

    def statement(self, surface: Surface, text: PlainText, one: Occurrence, resolution: Resolution) -> ParityFinding:
        """A stale or unreadable statement."""
        stated, canonical = redact(one.stated, limit=_VALUE), self._canonical(resolution)
        if one.verdict is Verdict.UNREADABLE:
            message = f"states {stated!r}, which is no {self._claim.value_type} value; the repository says {canonical}"
        else:
            message = f"states {stated}, the repository says {canonical}"
            message += f" ({one.reason})" if one.reason else ""
        return self._finding(
            str(one.verdict),
            surface=surface.path,
            line=one.line,
            message=message,
            stated=stated,
            canonical=canonical,
            reason=one.reason or None,
            excerpt=surface.excerpt(text, one.start, one.stated),
        )

    def missing(self, surface: str, wording: Wording, resolution: Resolution, reason: str) -> ParityFinding:
        """A required surface that is silent (``not-stated``) or does not exist (``surface-missing``)."""
        canonical = self._canonical(resolution)
        sentence = redact(wording.render(canonical), limit=_TEXT)
        message = (
            f"does not exist, and has to state “{sentence}”"
            if reason == "surface-missing"
            else f"does not state “{sentence}”"
        )
        return self._finding("PARITY_MISSING", surface=surface, message=message, canonical=canonical, reason=reason)

    def contradiction(self, stated: list[tuple[Surface, Occurrence]], resolution: Resolution) -> ParityFinding | None:
        """Two statements of one claim that say different things; true ones are one statement. None without such."""
        places: dict[Value, tuple[Surface, Occurrence]] = {}
        for surface, one in sorted(stated, key=lambda item: (item[0].path, item[1].start)):
            value = one.reading.value if one.reading is not None else None
            if one.verdict is Verdict.OK and resolution.value is not None:
                value = resolution.value
            if value is not None:
                places.setdefault(value, (surface, one))
        if len(places) < 2:
            return None
        listed = [
            f"{redact(one.stated, limit=_VALUE)} ({shown_path(surface.path)}:{one.line})"
            for surface, one in places.values()
        ]
        shown = ", ".join(listed[:_MAX_LISTED]) + (
            f" and {len(listed) - _MAX_LISTED} more" * (len(listed) > _MAX_LISTED)
        )
        surface, one = next(
            (place for value, place in places.items() if value != resolution.value), next(iter(places.values()))
        )
        says = f"; the repository says {self._canonical(resolution)}" if resolution.value is not None else ""
        return self._finding(
            "PARITY_CONTRADICTION",
            surface=surface.path,
            line=one.line,
            message=f"the claim {self._claim.claim_id} is stated as {shown}{says}",
            canonical=self._canonical(resolution) if resolution.value is not None else None,
            stated=redact(one.stated, limit=_VALUE),
        )

    def not_analyzed(self, reason: str) -> ParityFinding:
        """The claim's fact could not be found out."""
        shown = redact(reason, limit=_TEXT)
        return self._finding(
            "PARITY_NOT_ANALYZED", message=f"the claim {self._claim.claim_id} was not checked: {shown}", reason=shown
        )

    def unguarded(self, surface: Surface, text: PlainText, copy: Copy, resolution: Resolution) -> ParityFinding:
        """A number beside the claim's noun that no wording guards."""
        stated = redact(copy.stated, limit=_VALUE)
        canonical = self._canonical(resolution)
        return self._finding(
            "POSSIBLE_UNGUARDED_CLAIM",
            surface=surface.path,
            line=copy.line,
            message=f"has {stated} where the claim {self._claim.claim_id} is {canonical}, in words no template guards",
            stated=stated,
            canonical=canonical,
            excerpt=surface.excerpt(text, copy.start, copy.stated),
        )

    def _canonical(self, resolution: Resolution) -> str:
        value = resolution.value
        text = show(value, self._claim.value_type) if isinstance(value, Decimal) else resolution.text
        return redact(text, limit=_VALUE)

    def _finding(
        self,
        code: str,
        *,
        message: str,
        surface: str | None = None,
        line: int | None = None,
        stated: str | None = None,
        canonical: str | None = None,
        reason: str | None = None,
        excerpt: str | None = None,
    ) -> ParityFinding:
        severity, accepted = self._severity(code, surface)
        surface = shown_path(surface) if surface is not None else None
        return ParityFinding(
            id=self._identity(code, surface, stated),
            code=code,
            severity=severity,
            blocking=severity is Severity.ERROR,
            path=surface if surface is not None else self._registry_path,
            line=line,
            message=message,
            remediation=redact(self._claim.remediation, limit=_TEXT),
            claim_id=self._claim.claim_id,
            owner=redact(self._claim.owner, limit=_VALUE),
            surface=surface,
            stated=stated,
            canonical=canonical,
            reason=reason,
            excerpt=excerpt,
            accepted_reason=accepted,
        )

    def _severity(self, code: str, surface: str | None) -> tuple[Severity, str | None]:
        if code == "PARITY_CONTRADICTION":
            return Severity.ERROR, None
        if code == "PARITY_NOT_ANALYZED":
            return Severity.WARN, None
        if code == "POSSIBLE_UNGUARDED_CLAIM":
            return Severity.INFO, None
        accepted = self._claims.exception(self._claim.claim_id, surface or "")
        if accepted is not None:
            return Severity.INFO, redact(accepted.reason, limit=_TEXT)
        return Severity(self._claim.severity), None

    def _identity(self, code: str, surface: str | None, stated: str | None) -> str:
        # the line is left out, so that an edit above does not make it another finding; equal ones are counted
        key = content_hash({"code": code, "claimId": self._claim.claim_id, "surface": surface, "stated": stated})
        self._ids[key] = self._ids.get(key, 0) + 1
        return content_hash({"finding": key, "nth": self._ids[key]})
