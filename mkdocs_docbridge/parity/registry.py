"""Reading a registry of claims: every fault at once, each with its key path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mkdocs_docbridge.artifacts import read_file, strict_loads, verify_value
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.paths import path_fault
from mkdocs_docbridge.schema_faults import schema_faults

from .address import address_fault, parse_address
from .model import ArtifactField, ArtifactSum, Claim, CliCommand, PackageField, PublicClaims
from .selfcheck import self_fault
from .values import Tolerance
from .wording import PAGE, wording_fault

_MAX_SHOWN = 100


def read_claims(path: Path, *, place: str) -> PublicClaims:
    """The registry in a file; ``place`` names it in errors. Raises :class:`InputError` as :func:`decode_claims`."""
    data = read_file(path, place=place, hint="set parity.registry")
    return decode_claims(data, place=place)


def decode_claims(data: bytes, *, place: str) -> PublicClaims:
    """The registry in ``data``: sealed, of the schema, and consistent in itself.

    Raises one :class:`InputError`: the codes of the strict reader and of the seal, ``SCHEMA`` or ``REGISTRY``; the
    last two list every fault on a line of its own.
    """
    value = strict_loads(data, place=place, max_bytes=PublicClaims.max_bytes)
    verify_value(value, place=place, expected=PublicClaims)
    try:
        claims = msgspec.convert(value, PublicClaims)
    except msgspec.ValidationError as error:
        raise _refusal(schema_faults(value, PublicClaims) or [str(error)], place, "SCHEMA") from None
    faults = list(registry_faults(claims))
    if faults:
        raise _refusal(faults, place, "REGISTRY")
    return claims


def _refusal(faults: list[str], place: str, code: str) -> InputError:
    shown = faults[:_MAX_SHOWN]
    if len(faults) > len(shown):
        shown.append(f"and {len(faults) - len(shown)} more")
    head = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    hint = "correct them, then reseal the file with: docbridge artifact seal FILE"
    return InputError("\n  ".join([f"{head}:", *shown]), place=place, code=code, hint=hint)


def registry_faults(claims: PublicClaims) -> Iterator[str]:
    """What the schema cannot say: names that are not unique or unknown, templates, paths. ``key path: fault``."""
    names = Counter(claim.claim_id for claim in claims.claims)
    for index, claim in enumerate(claims.claims):
        where = f"claims[{index}]"
        if names[claim.claim_id] > 1:
            yield f"{where}.claimId: {claim.claim_id!r} is used by {names[claim.claim_id]} claims; it must be unique"
        for key, fault in _claim_faults(claim):
            yield f"{where}.{key}: {fault}"
    declared = {claim.claim_id: set(claim.surfaces) for claim in claims.claims}
    seen: set[tuple[str, str]] = set()
    for index, accepted in enumerate(claims.exceptions):
        where = f"exceptions[{index}]"
        if accepted.claim_id not in declared:
            yield f"{where}.claimId: no claim is named {accepted.claim_id!r}"
        elif accepted.surface not in declared[accepted.claim_id]:
            yield f"{where}.surface: claim {accepted.claim_id!r} declares no surface {accepted.surface!r}"
        if (accepted.claim_id, accepted.surface) in seen:
            yield f"{where}: a second exception for {accepted.claim_id!r} on {accepted.surface!r}"
        seen.add((accepted.claim_id, accepted.surface))
        if len(accepted.reason.strip()) < 8:
            yield f"{where}.reason: expected at least 8 characters that say why"


def _claim_faults(claim: Claim) -> Iterator[tuple[str, str]]:
    yield from _path_faults(claim)
    yield from _wording_faults(claim)
    both = set(claim.required) & set(claim.optional)
    for surface in sorted(both):
        yield "optional", f"{surface!r} is required already"
    if claim.value_type == "about":
        if claim.tolerance is None or Tolerance.parse(claim.tolerance) is None:
            yield "tolerance", "an about value needs one, as 5% or as a number"
    elif claim.tolerance is not None:
        yield "tolerance", f"only about values have one, this is {claim.value_type}"


def _path_faults(claim: Claim) -> Iterator[tuple[str, str]]:
    named = [(f"required[{index}]", path) for index, path in enumerate(claim.required)]
    named += [(f"optional[{index}]", path) for index, path in enumerate(claim.optional)]
    if isinstance(claim.evidence, PackageField | ArtifactField | ArtifactSum) and claim.evidence.path is not None:
        named.append(("evidence.path", claim.evidence.path))
    for key, path in named:
        fault = path_fault(path) if key == "evidence.path" else address_fault(path)
        if fault:
            yield key, f"{path!r} {fault}; expected a path relative to the repository root"
    for key, surfaces in (("required", claim.required), ("optional", claim.optional)):
        for surface, count in sorted(Counter(surfaces).items()):
            if count > 1:
                yield key, f"{surface!r} is listed {count} times"


def _wording_faults(claim: Claim) -> Iterator[tuple[str, str]]:
    if isinstance(claim.evidence, CliCommand):
        if claim.template is not None or claim.templates:
            yield "template", "a cli-command claim states no value, so it has no template"
        return
    if claim.template is None and any(surface not in claim.templates for surface in claim.surfaces):
        yield "template", "is missing; it says how the value stands in prose, with one {value}"
    shared = [surface for surface in claim.surfaces if surface not in claim.templates]
    if claim.template is not None:
        yield from _template_faults("template", claim.template, claim, shared)
    for surface, template in sorted(claim.templates.items()):
        if surface not in claim.surfaces:
            yield f"templates[{surface!r}]", "the claim declares no such surface"
        yield from _template_faults(f"templates[{surface!r}]", template, claim, [surface])


def _template_faults(key: str, template: str, claim: Claim, surfaces: list[str]) -> Iterator[tuple[str, str]]:
    is_field = bool(surfaces) and all(parse_address(surface).kind == "field" for surface in surfaces)
    kind = claim.value_type
    readings = dict.fromkeys(parse_address(surface).reading for surface in surfaces) or {PAGE: None}
    for path in readings:
        fault = wording_fault(template, kind, path, whole=is_field) or self_fault(template, kind, path)
        if fault:
            yield key, fault
            return
