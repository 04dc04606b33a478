"""The garbage collector, held off while many objects are made that all stay."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: it would look again and again at many objects that all stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            # to the oldest generation, unlooked at: they would all be traversed twice before they got there
            gc.freeze()
            gc.unfreeze()
            gc.enable()
