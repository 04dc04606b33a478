"""Random documents against the reader and the writer of regions (P1 to P7 of the invariants).

``python -m tests.regions.fuzz DOCUMENTS SEED`` prints one JSON object: what was tried, and a line for everything that
was wrong, with the document that shows it. ``make fuzz`` runs a million of them in several processes.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import RegionScan, body_hash, replace_bodies, scan

from .dialects import HTML, LINES, PLAIN, SUPER, github, python_markdown, verdict

CLOSE = "<!-- /doc-bridge:generated -->"
STRANGE = [
    *("---", "title: x", "<<<<<<< a", "=======", ">>>>>>> b", "\u2028", "\x85", "a\x0cb", "\x00", "\ufeff", "\u200b"),
    *("<!-- doc-bridge:generated -->", "<!--doc-bridge:generated-->", "<!-- doc-bridge:generated hash=xyz -->"),
    *("{/* doc-bridge:generated */}", "  <!-- /doc-bridge:generated -->", "text <!-- doc-bridge:generated -->", CLOSE),
    *("`<!-- doc-bridge:generated -->`", "    <!-- /doc-bridge:generated -->", "é漢字👩‍💻", "é", "a" * 300),
]
_BODIES = [
    "a",
    "| b | c |",
    "|---|---|",
    "- x",
    "`k`",
    "é",
    "text",
    "",
    "1. n",
    "> q",
    "    code",
    "<br>",
    "```\nx\n```",
]
_WILD = ["<!--", "```", "<div>", "</div>", CLOSE, "a <b", "x  ", "\r", "<pre>", "~~~", "`"]
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r)?")
_HASH = re.compile(rb" hash=[0-9a-f]{16}")


def random_document(draw: random.Random) -> bytes:
    """A document of everyday lines, raw HTML, oddities, sound regions and sometimes plain noise."""
    if draw.random() < 0.05:
        return draw.randbytes(draw.randrange(200))
    hostile = draw.random() < 0.5
    lines: list[str] = []
    for _ in range(draw.randrange(1, 14)):
        chance = draw.random()
        if chance < 0.3:
            lines += region_lines(draw)
        elif hostile and chance < 0.4:
            lines.append(draw.choice(STRANGE))
        elif hostile and chance < 0.6:
            lines.append(draw.choice(HTML))
        else:
            lines.append(draw.choice(LINES))
    ends = draw.choice([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\r\n", "\r"]])
    text = "".join(line + draw.choice(ends) for line in lines)
    data = (text if draw.random() < 0.7 else text.rstrip("\r\n")).encode("utf-8", "surrogatepass")
    if draw.random() < 0.1:
        data = b"\xef\xbb\xbf" + data
    if hostile and data and draw.random() < 0.1:
        place = draw.randrange(len(data))
        data = data[:place] + draw.randbytes(1) + data[place + draw.randrange(2) :]
    return data


def region_lines(draw: random.Random) -> list[str]:
    body = [draw.choice(_BODIES) for _ in range(draw.randrange(4))]
    source = draw.choice(["", " source=coverage", " source=area:src/a%20b"])
    digest = f" hash={body_hash(chr(10).join(body))}" if body or not source or draw.random() < 0.5 else ""
    return ["", f"<!-- doc-bridge:generated{digest}{source} -->", *body, CLOSE, ""]


def outside(data: bytes, found: RegionScan) -> list[bytes]:
    """What of a document no body and no hash holds, line by line."""
    lines = _LINE.findall(data)
    inside = {number for region in found.regions for number in range(region.line, region.end_line - 1)}
    opens = {region.line - 1 for region in found.regions}
    kept = [(number, line) for number, line in enumerate(lines) if line and number not in inside]
    return [_HASH.sub(b"", line) if number in opens else line for number, line in kept]


class Trial:
    """Counts what was tried and collects what was wrong."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.tried: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.misread: list[str] = []
        """Placements in random documents where one of the three readers disagrees, a few in ten thousand."""

    def one(self) -> None:
        data = random_document(self.draw)
        self.tried["documents"] += 1
        try:
            found = scan(data, "p.md")
            self._is_told(data, found)
            self.tried["regions"] += len(found.regions)
            self.tried["documents with faults"] += bool(found.faults)
            if found.regions and not found.faults:
                self._written(data, found)
                self._line_ends(data, found)
                self._edited(data, found)
            if self.draw.random() < 0.02:
                self._placed()
        except Exception as error:  # noqa: BLE001 - that nothing is raised is what is tried
            self.tried["tracebacks"] += 1
            self._say(f"raised {error!r}", data)

    def _say(self, what: str, data: bytes) -> None:
        if len(self.wrong) < 20:
            self.wrong.append(f"{what}: {data!r}")

    def _is_told(self, data: bytes, found: RegionScan) -> None:
        count = len([line for line in _LINE.findall(data) if line])
        if any(fault.line is not None and not 1 <= fault.line <= max(count, 1) for fault in found.faults):
            self._say("a fault outside the document", data)

    def _written(self, data: bytes, found: RegionScan) -> None:
        chosen = self.draw.sample(found.regions, self.draw.randint(1, len(found.regions)))
        words = _BODIES if self.draw.random() < 0.8 else _BODIES + _WILD
        bodies = {
            region.line: "\n".join(self.draw.choice(words) for _ in range(self.draw.randrange(5))) for region in chosen
        }
        self.tried["writes"] += 1
        try:
            written = replace_bodies(data, "p.md", bodies)
        except InputError:
            self.tried["writes refused"] += 1
            return
        after = scan(written, "p.md")
        if outside(written, after) != outside(data, found):
            self.tried["bytes changed outside"] += 1
            self._say("bytes outside a region changed", data)
        if after.faults or len(after.regions) != len(found.regions):
            self._say("what was written does not verify", data)
        again = {region.line: region.body for region in after.regions if region.hash is not None}
        if replace_bodies(written, "p.md", again) is not written:
            self._say("writing twice is not writing once", data)

    def _line_ends(self, data: bytes, found: RegionScan) -> None:
        end = self.draw.choice([b"\n", b"\r\n", b"\r"])
        flipped = re.sub(rb"\r\n|\n|\r", end, data)
        after = scan(flipped, "p.md")
        if after.faults or [region.hash for region in after.regions] != [region.hash for region in found.regions]:
            self._say("other line ends change the verdict", data)

    def _edited(self, data: bytes, found: RegionScan) -> None:
        region = self.draw.choice(found.regions)
        lines = _LINE.findall(data)
        places = [number for number in range(region.line, region.end_line - 1) if lines[number].strip()]
        if not places or region.hash is None:
            return
        number = self.draw.choice(places)
        line = lines[number]
        column = self.draw.randrange(len(line.rstrip(b"\r\n")))
        while line[column] & 0xC0 == 0x80:
            column -= 1
        width = len(line[column:].decode("utf-8")[0].encode())
        new = self.draw.choice([letter for letter in (b"Z", b"7", b".") if letter != line[column : column + width]])
        lines[number] = line[:column] + new + line[column + width :]
        self.tried["hand edits"] += 1
        faults = scan(b"".join(lines), "p.md").faults
        # an edit that breaks how the page is read is told as that
        if not faults:
            self.tried["hand edits missed"] += 1
            self._say("a hand edit was not reported", b"".join(lines))
        self.tried["hand edits at their line"] += any(
            fault.code == "GENERATED_REGION_EDITED" and fault.line == region.line for fault in faults
        )

    def _placed(self) -> None:
        """A lone marker is live or text only where GitHub and Python-Markdown both say so."""
        lines = [self.draw.choice(LINES + HTML if self.draw.random() < 0.3 else LINES) for _ in range(1, 14)]
        place = self.draw.randint(0, len(lines))
        lines.insert(place, CLOSE)
        text = "\n".join(lines) + "\n"
        read = verdict(text, place + 1)
        readings = {github(text, CLOSE), *(python_markdown(text, CLOSE, names) for names in (PLAIN, SUPER))}
        self.tried["placements"] += 1
        if readings == {"live"}:
            self.tried["placements live for both"] += 1
            self.tried["placements live for both, refused"] += read == "refused"
        if read != "refused" and readings != {read}:
            self.tried[f"placements {read} here and not for both"] += 1
            self.misread.append(f"read as {read}, by others as {sorted(readings)}: {text!r}")


def trial(seed: int, documents: int) -> tuple[dict[str, int], list[str], list[str]]:
    made = Trial(seed)
    for _ in range(documents):
        made.one()
    return dict(made.tried), made.wrong, made.misread


def main(documents: int, seed: int) -> int:
    """Prints what ``documents`` random documents gave; 1 when anything was wrong, or more placements were misread than
    one in two thousand."""
    processes = max(1, os.cpu_count() or 1)
    size = 2_000
    shares = [min(size, documents - start) for start in range(0, documents, size)]
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    misread: list[str] = []
    with ProcessPoolExecutor(processes) as pool:
        for counts, faults, others in pool.map(trial, range(seed, seed + len(shares)), shares):
            tried.update(counts)
            wrong += faults
            misread += others
    shown = {"tried": dict(sorted(tried.items())), "wrong": wrong[:20], "misread": misread[:20]}
    print(json.dumps(shown, indent=2, ensure_ascii=False))
    return 1 if wrong or 2000 * len(misread) > tried["placements"] + 2000 else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
