"""The documents to review on a terminal, and as annotations of a pull request."""

from __future__ import annotations

import click

from mkdocs_docbridge.digest import ChangeDigest, Need, review_findings
from mkdocs_docbridge.text.phrases import counted

_HEADS: dict[Need, str] = {
    "broken": "name something that is gone",
    "likely": "cite, cover or include something that changed",
    "possible": "name a file that changed, perhaps elsewhere",
}


def annotate(digest: ChangeDigest, since: str) -> None:
    """Annotations of those documents that are broken or likely to need a look: of those that name a file which changed
    somewhere most do not, and nobody reads a pull request that says everything."""
    for finding in review_findings(digest, ("broken", "likely")):
        click.echo(finding.github())
    click.echo(_summary(digest, since), err=True)


def show_review(digest: ChangeDigest, since: str) -> None:
    """A line a document, most needed first."""
    for need, head in _HEADS.items():
        found = review_findings(digest, (need,))
        if found:
            click.echo(f"{head}:")
        for finding in found:
            click.echo(f"  {finding.place}: {finding.message}")
    click.echo(_summary(digest, since))


def _summary(digest: ChangeDigest, since: str) -> str:
    moved = len(digest.changed) + len(digest.added) + len(digest.removed) + len(digest.renamed)
    needs = [document.need for document in digest.review]
    parts = [f"{needs.count(need)} {need}" for need in _HEADS]
    return f"{counted(moved, 'file')} moved since {since}; documents to review: {', '.join(parts)}"
