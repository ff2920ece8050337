"""Asking a real Chromium: measurements in `web/budgets`, made in the journeys' deployment, or in the one that
`TOUCHLINE_TEST_E2E_URL` names (and `TOUCHLINE_VAR`, where its folder is not `var`)."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from contracts.budgets.measured import CannotMeasure

_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = _ROOT / "node_modules" / ".bin" / "playwright"
_LONGEST_S = 1800
_LAST_WORDS = 300


def ask(what: str, **settings: str) -> Any:
    """What `web/budgets/{what}.measure.ts` found; `CannotMeasure` where it could not."""
    if not _PROGRAM.exists():
        raise CannotMeasure("The packages of the web are not installed: make setup.")
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "found.json"
        command = [str(_PROGRAM), "test", "--config", "web/budgets/playwright.config.ts", what]
        named = {**os.environ, **settings, "BUDGET_FOUND": str(answer)}
        try:
            done = subprocess.run(
                command, cwd=_ROOT, env=named, capture_output=True, text=True, timeout=_LONGEST_S, check=False
            )
        except subprocess.TimeoutExpired as late:
            raise CannotMeasure(f"{what}: nothing was found within {_LONGEST_S // 60} minutes.") from late
        if done.returncode or not answer.exists():
            raise CannotMeasure(f"{what}: …{(done.stdout + done.stderr)[-_LAST_WORDS:]}")
        return json.loads(answer.read_text("utf-8"))
