"""What a page itself lacks: a title, a summary, words, sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mkdocs_docbridge.settings import AuditOptions
from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.model import Document
from mkdocs_docbridge.text.phrases import counted

from .found import Found


def quality(
    pages: Mapping[str, Document], facts: Mapping[str, DocumentFacts], titled: frozenset[str], options: AuditOptions
) -> Iterator[Found]:
    """The findings of every page, by path. ``titled`` are those to which the navigation gives a title.

    Words are those of the prose, by Unicode; a page that takes its text from elsewhere (an include, an API directive)
    is not short, whatever it holds itself.
    """
    for path, document in sorted(pages.items()):
        said = facts[path]
        borrowed = any(item.kind in {"include", "directive"} for item in said.mentions)
        if not said.title and path not in titled and not borrowed:
            yield Found(
                "DOCUMENTATION_TITLE_MISSING",
                path,
                None,
                f"the page has no title of its own, so it is called {document.title}",
                "Begin it with a heading of level 1, or give it a title in front matter.",
            )
        if not said.summary and not document.description and not borrowed:
            yield Found(
                "DOCUMENTATION_SUMMARY_MISSING",
                path,
                None,
                "the page has no paragraph that says what it is about, and no description",
                "Begin it with a sentence, or give it a description in front matter.",
            )
        if document.word_count < options.min_words and not borrowed:
            yield Found(
                "DOCUMENTATION_TOO_SHORT",
                path,
                None,
                f"the page has {counted(document.word_count, 'word')}, fewer than {options.min_words}",
                "Say more, or join it with another page.",
            )
        yield from _sections(path, said, options)


def _sections(path: str, facts: DocumentFacts, options: AuditOptions) -> Iterator[Found]:
    headings = {heading.text.casefold() for heading in facts.headings}
    missing = [section for section in options.required_sections if section.casefold() not in headings]
    if missing:
        yield Found(
            "DOCUMENTATION_SECTIONS_MISSING",
            path,
            None,
            f"the page has no section {', '.join(missing)}",
            "Add it; audit.required_sections asks for it.",
            subject=", ".join(missing),
        )
