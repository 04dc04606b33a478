"""Kills, full disks and parallel runs leave every file old or new, and the next run puts all in order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sites import REPOSITORY

# the closing measurements raise it
KILLS = int(os.environ.get("DOCBRIDGE_KILLS", "100"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the runs are forked")
def test_no_kill_full_disk_or_parallel_run_tears_or_loses_a_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.sync_stress", str(tmp_path / "tree"), str(KILLS), "20260117"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["wrong"] == []
    assert sum(result["ran"].values()) == KILLS
