"""How the claims stand, in the JSON that badge services read (shields.io endpoint, version 1)."""

from __future__ import annotations

import json

from mkdocs_docbridge.parity import PublicParityReport


def badge(report: PublicParityReport) -> bytes:
    """Label, message and colour: red when a finding blocks, yellow when a claim is accepted or was not analysed."""
    total, held = len(report.claims), sum(claim.holds for claim in report.claims)
    blocked = report.status == "blocked"
    colour = "red" if blocked else "brightgreen" if held == total else "yellow"
    value = {"schemaVersion": 1, "label": "public claims", "message": f"{held} of {total} hold", "color": colour}
    return (json.dumps(value | ({"isError": True} if blocked else {}), sort_keys=True) + "\n").encode()
