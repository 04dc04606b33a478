"""How often a marker is refused in real documents where GitHub and Python-Markdown agree that it is live.

``python -m tests.regions.placements SEED FOLDER…`` puts a marker between lines of the Markdown files below the folders,
one after the other, and prints one JSON object with the counts and every place that was read otherwise than both do.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

from .dialects import PLAIN, SUPER, Reading, codes_at, github, python_markdown, verdict

CLOSE = "<!-- /doc-bridge:generated -->"
IN_ONE_FILE = 6
_MAX_CHARACTERS = 60_000


def main(seed: int, folders: list[Path]) -> int:
    """Prints the counts; 1 when a marker was live here and not for both, or the reverse."""
    draw = random.Random(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    refused: list[str] = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.md") if path.is_file()):
        text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        if len(text) > _MAX_CHARACTERS or "doc-bridge:" in text or text.startswith("---"):
            continue
        counts["files"] += 1
        lines = text.split("\n")
        blank = [number for number, line in enumerate(lines) if not line.strip()]
        for place in sorted(draw.sample(blank, min(IN_ONE_FILE, len(blank)))):
            placed = "\n".join([*lines[:place], "", CLOSE, "", *lines[place:]])
            read = verdict(placed, place + 2)
            readings: set[Reading] = {github(placed, CLOSE), python_markdown(placed, CLOSE, SUPER)}
            plain = python_markdown(placed, CLOSE, PLAIN)
            counts["placements"] += 1
            # a page with the options of superfences is one of a site that has superfences (see regions.fences)
            counts["fenced_code alone differs"] += len(readings) == 1 and readings != {plain}
            if readings == {"live"}:
                counts["live for both"] += 1
                counts["live for both, refused"] += read == "refused"
                if read == "refused":
                    refused.append(f"{path}:{place + 1}: {', '.join(sorted(codes_at(placed, place + 2)))}")
            if read != "refused" and readings != {read}:
                counts[f"{read} here and not for both"] += 1
                wrong.append(f"{path}:{place + 1}: {read} here, {sorted(readings)} there")
    print(json.dumps({"counts": counts, "wrong": wrong, "refused": refused}, indent=2, ensure_ascii=False))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
