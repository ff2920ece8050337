"""The walk of docs/how-to/add-a-payment-provider.md, performed in a copy of the checkout.

Every file and change comes out of the page. The adapter that stands there then passes the contract of
payments over HTTP against `contracts.walks.fake_acme`, and the deployment knows it by its name.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.walks.pages import ROOT, follow, typed

PAGES = ("how-to/add-a-payment-provider.md", "how-to/prove-a-payment-provider.md")
CHANGED = (
    "platform/settings",
    "platform/known_settings",
    "platform/setting_rules",
    "platform/http/headers",
    "channel/adapters/http/keys",
)
NAMED = {
    "TOUCHLINE_PAYMENTS": "acme",
    "TOUCHLINE_ACME_ADDRESS": "http://127.0.0.1:9",
    "TOUCHLINE_ACME_KEY": "acme_key",
}
TOUCHED = ("adapters/payments", "adapters/container.py", *map("src/touchline/{}.py".format, CHANGED))
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code in which the pages were followed."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in ("adapters", "contracts/walks", "src"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "films"))
    for name in ("pyproject.toml", "contracts/__init__.py"):
        shutil.copy(ROOT / name, copy / name)
    for page in PAGES:
        follow(page, copy)
    return copy


@pytest.fixture(scope="module")
def run(checkout: Path) -> Run:
    """Runs a program of Python's in the copy."""

    def run_it(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
        paths = f"{checkout / 'src'}{os.pathsep}{checkout}"
        here = {**kept, "PYTHONPATH": paths, "NO_PROXY": "127.0.0.1", "TOUCHLINE_VAR": str(checkout / "var")}
        return subprocess.run(
            [sys.executable, *words],
            cwd=checkout,
            env={**here, **environment},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run_it


def test_the_adapter_of_the_page_passes_the_contract_of_payments(run: Run) -> None:
    [asked] = [line for line in typed(PAGES[1]) if line.endswith("-k acme")]
    done = run(
        *asked.split()[1:], "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib -p no:pact"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) >= 65, "not the whole contract was asked"


def test_it_keeps_the_laws_of_imports_and_the_linters_are_content(run: Run, checkout: Path) -> None:
    assert (checkout / "adapters/payments/acme.py").exists()
    linted = run("-m", "ruff", "check", "-q", *TOUCHED)
    assert linted.returncode == 0, linted.stdout
    formatted = run("-m", "ruff", "format", "--check", "-q", *TOUCHED)
    assert formatted.returncode == 0, formatted.stdout + formatted.stderr
    imports = run(
        "-c", "from importlinter.cli import lint_imports_command as go; go()", "--config", "pyproject.toml"
    )
    assert imports.returncode == 0, imports.stdout


def test_the_deployment_knows_it_by_its_name_and_hides_its_key(run: Run) -> None:
    told = run("-m", "touchline", "config", "--json", **NAMED)
    assert told.returncode == 0, told.stderr
    assert "TOUCHLINE_ACME_SECONDS" in json.dumps(json.loads(told.stdout))
    assert "acme_key" not in told.stdout
    refused = run("-m", "touchline", "config", TOUCHLINE_PAYMENTS="acme")
    assert refused.returncode != 0
    assert "needs TOUCHLINE_ACME_ADDRESS" in refused.stderr


def test_its_page_is_told_who_takes_the_money(run: Run) -> None:
    asked = (
        "from touchline.platform.settings import read_settings; import os\n"
        "from touchline.channel.adapters.http.keys import _payments as told\n"
        "print(told(read_settings(os.environ))['provider'])"
    )
    assert run("-c", asked, **NAMED).stdout == "acme\n"
