"""The exceptions that reach a user: input that cannot be used, and what is not installed."""

from __future__ import annotations


class InputError(Exception):
    """Unusable input: what was found where, and the next step.

    Faces print ``str(error)`` and end with exit code 2 (the MkDocs plugin raises one ``PluginError``).
    ``place`` is ``path``, ``path:line`` or a key path; ``code`` is a stable name such as ``NOT_UTF8``.
    """

    def __init__(self, message: str, *, place: str = "", code: str = "", hint: str = "") -> None:
        self.message = message
        self.place = place
        self.code = code
        self.hint = hint
        head = f"{place}: " if place else ""
        label = f"[{code}] " if code else ""
        tail = f"\n    {hint}" if hint else ""
        super().__init__(f"{head}{label}{message}{tail}")


class MissingExtraError(InputError, ImportError):
    """A face was asked for whose packages an extra of this one installs."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed",
            code="MISSING_EXTRA",
            hint=f"pip install 'mkdocs-docbridge[{extra}]'",
        )
