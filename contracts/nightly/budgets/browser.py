"""Measurements in a real Chromium: `web/budgets`, run in the journeys' deployment or in an existing one.

`TOUCHLINE_TEST_E2E_URL` names an existing deployment (and `TOUCHLINE_VAR` its folder, if it is not `var`).
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from contracts.nightly.budgets.results import CannotMeasureError

_ROOT = Path(__file__).resolve().parents[3]
_PLAYWRIGHT = _ROOT / "node_modules" / ".bin" / "playwright"
_TIMEOUT_SECONDS = 1800
_MAX_ERROR_CHARACTERS = 300


def run_measurement(measurement: str, **settings: str) -> Any:
    """Return the result of `web/budgets/{measurement}.measure.ts`. Raises `CannotMeasureError` if it
    fails."""
    if not _PLAYWRIGHT.exists():
        raise CannotMeasureError("The packages of the web app are not installed. Run: make setup")
    with tempfile.TemporaryDirectory() as folder:
        result_file = Path(folder) / "result.json"
        command = [str(_PLAYWRIGHT), "test", "--config", "web/budgets/playwright.config.ts", measurement]
        environment = {**os.environ, **settings, "BUDGET_RESULT_FILE": str(result_file)}
        try:
            process = subprocess.run(
                command,
                cwd=_ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_TIMEOUT_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise CannotMeasureError(
                f"{measurement}: no result within {_TIMEOUT_SECONDS // 60} minutes."
            ) from error
        if process.returncode or not result_file.exists():
            raise CannotMeasureError(
                f"{measurement}: …{(process.stdout + process.stderr)[-_MAX_ERROR_CHARACTERS:]}"
            )
        return json.loads(result_file.read_text("utf-8"))
