"""The time of all domain and use case tests together, short enough to run them often."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from contracts.nightly.budgets.results import BudgetResult, at_most

ROOT = Path(__file__).parents[3]


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the best of several rounds, in seconds of a reference machine."""
    rounds = [normalized_seconds() for _ in range(budget["rounds"])]
    detail = f"{len(rounds)} rounds, {max(rounds):.2f} s in the slowest"
    yield at_most("tests of domains and use cases, s", min(rounds), budget["max_seconds"], detail)


def normalized_seconds() -> float:
    """Return the seconds of all these tests, which must pass, scaled to a reference machine.

    The reference machine needs 0.1 s for a plain loop. On a faster machine the result is not scaled.
    """
    slowness = timeit.timeit("sum(n * n for n in range(1000))", number=2000) / 0.1
    with tempfile.TemporaryDirectory() as folder:
        return _run_tests(Path(folder) / "report.xml") / max(1.0, slowness)


def _run_tests(report: Path) -> float:
    folders = [
        str(path)
        for context in (ROOT / "src/touchline").iterdir()
        for path in (context / "tests/domain", context / "tests/application")
        if path.is_dir()
    ]
    # pytest's hooks around each test (warnings …) would be a large part of the measurement.
    disabled_plugins = [f"-pno:{name}" for name in ("warnings", "threadexception", "unraisableexception")]
    options = ["-n0", "-pno:cacheprovider", *disabled_plugins, f"--junitxml={report}"]
    command = [sys.executable, "-m", "pytest", *options, *folders]
    run = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise AssertionError(run.stdout)
    test_cases = ElementTree.parse(report).getroot().iter("testcase")  # noqa: S314
    return sum(float(case.get("time", "0")) for case in test_cases)
