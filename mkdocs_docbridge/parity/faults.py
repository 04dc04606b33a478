"""The findings of a claim: their wording, severity and what an exception does to them."""

from __future__ import annotations

from decimal import Decimal

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.text.plain import PlainText
from mkdocs_docbridge.text.redaction import PublicText, Redactor

from .address import parse_address
from .copies import Copy
from .match import Verdict
from .model import Claim, ParityFinding, PublicClaims
from .resolve import Resolution
from .surface import Stated, Surface
from .values import Value, show
from .wording import Wording

_VALUE = 128
_TEXT = 512
_MESSAGE = 2000
_MAX_LISTED = 8
NOT_BUILT = "not-built"
"""The reason of a finding about a page that only a build of the site has."""


def is_not_built(finding: Finding) -> bool:
    """Whether a finding only says that no built site was at hand."""
    return isinstance(finding, ParityFinding) and finding.reason == NOT_BUILT


class Reporter:
    """Makes the findings of one claim. Every text in them has been redacted."""

    def __init__(self, claim: Claim, claims: PublicClaims, registry_path: str, public: Redactor) -> None:
        self._claim = claim
        self._claims = claims
        self._registry_path = registry_path
        self._public = public
        self._ids: dict[str, int] = {}

    def statement(self, found: Stated, resolution: Resolution) -> ParityFinding:
        """A stale or unreadable statement."""
        surface, one = found.surface, found.one
        stated, canonical = found.shown(self._public, limit=_VALUE), self._canonical(resolution)
        if one.verdict is Verdict.UNREADABLE:
            message = f"states {stated!r}, which is no {self._claim.value_type} value; the repository says {canonical}"
        else:
            message = f"states {stated}, the repository says {canonical}"
            message += f" ({one.reason})" if one.reason else ""
        return self._finding(
            str(one.verdict),
            surface=surface.path,
            line=_line(surface, one.line),
            message=message,
            stated=stated,
            canonical=canonical,
            reason=one.reason or None,
            excerpt=surface.excerpt(found.text, one.start, one.stated, self._public),
        )

    def missing(self, surface: str, wording: Wording | None, resolution: Resolution, reason: str) -> ParityFinding:
        """A required surface that is silent (``not-stated``) or does not exist (``surface-missing``); ``wording`` None
        for a claim that states no value."""
        canonical = self._canonical(resolution) if wording is not None else None
        says = f"“{wording.render(canonical)}”" if wording is not None and canonical is not None else "the command"
        sentence = self._text(says, limit=_TEXT)
        absent = reason == "surface-missing"
        message = f"does not exist, and has to state {sentence}" if absent else f"does not state {sentence}"
        return self._finding("PARITY_MISSING", surface=surface, message=message, canonical=canonical, reason=reason)

    def contradiction(self, stated: list[Stated], resolution: Resolution) -> ParityFinding | None:
        """Two statements of one claim that say different things; true ones are one statement. None without such."""
        places: dict[Value, Stated] = {}
        for found in sorted(stated, key=lambda item: (item.surface.path, item.one.start)):
            one = found.one
            value = one.reading.value if one.reading is not None else None
            if one.verdict is Verdict.OK and resolution.value is not None:
                value = resolution.value
            if value is not None:
                places.setdefault(value, found)
        if len(places) < 2:
            return None
        listed = [
            f"{found.shown(self._public, limit=_VALUE)} ({_place(found.surface, found.one.line)})"
            for found in places.values()
        ]
        more = f" and {len(listed) - _MAX_LISTED} more" if len(listed) > _MAX_LISTED else ""
        wrong = next(
            (found for value, found in places.items() if value != resolution.value), next(iter(places.values()))
        )
        says = f"; the repository says {self._canonical(resolution)}" if resolution.value is not None else ""
        return self._finding(
            "PARITY_CONTRADICTION",
            surface=wrong.surface.path,
            line=_line(wrong.surface, wrong.one.line),
            message=f"the claim {self._claim.claim_id} is stated as {', '.join(listed[:_MAX_LISTED])}{more}{says}",
            canonical=self._canonical(resolution) if resolution.value is not None else None,
            stated=wrong.shown(self._public, limit=_VALUE),
        )

    def not_analyzed(self, reason: str) -> ParityFinding:
        """The claim's fact could not be found out."""
        shown = self._text(reason, limit=_TEXT)
        return self._finding(
            "PARITY_NOT_ANALYZED", message=f"the claim {self._claim.claim_id} was not checked: {shown}", reason=shown
        )

    def not_built(self, surface: str) -> ParityFinding:
        """A page of the built site in a run that has none: nobody looked at it."""
        return self._finding(
            "PARITY_NOT_ANALYZED",
            surface=surface,
            message="was not looked at, since no built site is at hand: mkdocs build does, and --site FOLDER",
            reason=NOT_BUILT,
        )

    def absent_command(self, surface: str, line: int | None, resolution: Resolution) -> ParityFinding:
        """A command that the command line does not offer, on a surface that promises it."""
        return self._finding(
            "PARITY_STALE",
            surface=surface,
            line=line,
            message=f"promises the command {resolution.text}, {resolution.reason}",
            stated=self._text(resolution.text, limit=_VALUE),
            reason="absent-command",
        )

    def unguarded(self, surface: Surface, text: PlainText, copy: Copy, resolution: Resolution) -> ParityFinding:
        """A number beside the claim's noun that no wording guards."""
        stated = surface.shown(text, copy.start, copy.stated, self._public, limit=_VALUE)
        canonical = self._canonical(resolution)
        return self._finding(
            "POSSIBLE_UNGUARDED_CLAIM",
            surface=surface.path,
            line=_line(surface, copy.line),
            message=f"has {stated} where the claim {self._claim.claim_id} is {canonical}, in words no template guards",
            stated=stated,
            canonical=canonical,
            excerpt=surface.excerpt(text, copy.start, copy.stated, self._public),
        )

    def _canonical(self, resolution: Resolution) -> PublicText:
        value = resolution.value
        text = show(value, self._claim.value_type) if isinstance(value, Decimal) else resolution.text
        return self._text(text, limit=_VALUE)

    def _text(self, text: str, *, limit: int) -> PublicText:
        return self._public.message(text, limit=limit)

    def _finding(
        self,
        code: str,
        *,
        message: str,
        surface: str | None = None,
        line: int | None = None,
        stated: PublicText | None = None,
        canonical: PublicText | None = None,
        reason: str | None = None,
        excerpt: PublicText | None = None,
    ) -> ParityFinding:
        severity, accepted = self._severity(code, surface)
        address = parse_address(surface) if surface is not None else None
        named = self._public.path(surface) if surface is not None else None
        if address is None or address.kind == "rendered":
            file = self._registry_path
            message = f"{surface} {message}" if surface is not None else message
        else:
            file = address.file
        return ParityFinding(
            id=self._identity(code, named, stated),
            code=code,
            severity=severity,
            blocking=severity is Severity.ERROR,
            path=self._public.path(file),
            line=line,
            message=self._text(message, limit=_MESSAGE),
            remediation=self._text(self._claim.remediation, limit=_TEXT),
            claim_id=self._text(self._claim.claim_id, limit=_VALUE),
            owner=self._text(self._claim.owner, limit=_VALUE),
            surface=named,
            stated=stated,
            canonical=canonical,
            reason=self._text(reason, limit=_TEXT) if reason else None,
            excerpt=excerpt,
            accepted_reason=accepted,
        )

    def _severity(self, code: str, surface: str | None) -> tuple[Severity, PublicText | None]:
        if code == "PARITY_CONTRADICTION":
            return Severity.ERROR, None
        if code == "PARITY_NOT_ANALYZED":
            return Severity.WARN, None
        if code == "POSSIBLE_UNGUARDED_CLAIM":
            return Severity.INFO, None
        accepted = self._claims.exception(self._claim.claim_id, surface or "")
        if accepted is not None:
            return Severity.INFO, self._text(accepted.reason, limit=_TEXT)
        return Severity(self._claim.severity), None

    def _identity(self, code: str, surface: str | None, stated: str | None) -> str:
        # the line is left out, so that an edit above does not make it another finding; equal ones are counted
        key = content_hash({"code": code, "claimId": self._claim.claim_id, "surface": surface, "stated": stated})
        self._ids[key] = self._ids.get(key, 0) + 1
        return content_hash({"finding": key, "nth": self._ids[key]})


def _line(surface: Surface, line: int) -> int | None:
    return line if surface.has_lines else None


def _place(surface: Surface, line: int) -> str:
    return f"{surface.path}:{line}" if surface.has_lines else surface.path
