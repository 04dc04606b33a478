"""The command line: opens a project, calls one function a command, shows the result."""

from .app import main

__all__ = ["main"]
