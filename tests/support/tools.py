"""The programs outside Python that some tests drive. In CI a missing one fails the test, elsewhere it skips it."""

from __future__ import annotations

import os
import shutil

import pytest


def chromium() -> str:
    """The path of the system's Chromium: ``$CHROMIUM``, else the first of its usual names on the path."""
    return _find("CHROMIUM", "chromium", "chromium-browser", "google-chrome")


def node() -> str:
    """The path of node: ``$NODE``, else the one on the path."""
    return _find("NODE", "node")


def _find(variable: str, *names: str) -> str:
    given = os.environ.get(variable)
    found = [path for name in ([given] if given else names) if (path := shutil.which(name))]
    if not found:
        message = f"{given or names[0]} is not installed (${variable} may hold its path)"
        if os.environ.get("CI") == "true":
            pytest.fail(f"{message}; in CI it must be", pytrace=False)
        pytest.skip(message)
    return found[0]
