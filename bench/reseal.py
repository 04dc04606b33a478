"""One process that loads a snapshot, verifies it, seals it again and writes it.

The command line seals no snapshot by itself, so this is the only case that calls the package: to seal costs what this
takes more than ``docbridge artifact verify`` would with the same reader.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs_docbridge.artifacts import encode, read, seal
from mkdocs_docbridge.snapshot.model import Snapshot


def main(source: str, target: str) -> None:
    """Raises :class:`InputError` when ``source`` is no snapshot, or one that was changed."""
    Path(target).write_bytes(encode(seal(read(Snapshot, Path(source)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
