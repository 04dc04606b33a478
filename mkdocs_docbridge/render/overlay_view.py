"""What of an enrichment overlay waits for a person."""

from __future__ import annotations

from .views import FooterView, OverlayReviewView

_NONE = (
    "There is no enrichment overlay, so nothing waits for a person: everything on this site was observed or declared."
)


def overlay_review_view(path: str | None, footer: FooterView | None = None) -> OverlayReviewView:
    """The review page. ``path`` is the overlay that the settings name; no version of this program reads one yet, and
    the page says so rather than that nothing is pending."""
    unread = (
        f"The settings name the overlay {path}. This version reads no overlays: nothing in it was looked at or used."
    )
    return OverlayReviewView(
        title="Proposals to review",
        description="What was proposed about this repository and waits for a person.",
        present=False,
        sentence=unread if path is not None else _NONE,
        pending=(),
        footer=footer,
    )
