"""Handoffs: for any thing of the repository what is needed to start a change; and why two things hang together."""

from .atlas import Atlas
from .build import handoff
from .model import Handoff, Way
from .target import resolve
from .why import why

__all__ = ["Atlas", "Handoff", "Way", "handoff", "resolve", "why"]
