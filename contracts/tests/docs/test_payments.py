"""The walkthrough of docs/how-to/add-a-payment-provider.md, run in a copy of the checkout.

Every file and change comes from the page. The resulting adapter then passes the payments contract over HTTP
against `contracts.walkthroughs.fake_acme`, and the deployment accepts it by name.
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

from contracts.walkthroughs.pages import ROOT, apply_page, list_commands

PAGES = ("how-to/add-a-payment-provider.md", "how-to/test-a-payment-provider.md")
CHANGED_FILES = (
    "platform/config/settings",
    "platform/config/registry",
    "platform/config/validation",
    "platform/http/security/headers",
    "channel/adapters/http/keys",
)
ACME_SETTINGS = {
    "TOUCHLINE_PAYMENTS": "acme",
    "TOUCHLINE_ACME_ADDRESS": "http://127.0.0.1:9",
    "TOUCHLINE_ACME_KEY": "acme_key",
}
TOUCHED_FILES = (
    "adapters/payments",
    "adapters/container.py",
    *map("src/touchline/{}.py".format, CHANGED_FILES),
)
RunCommand = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the code with the pages' changes applied."""
    copy = tmp_path_factory.mktemp("checkout")
    for part in ("adapters", "contracts/walkthroughs", "src"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "films"))
    for name in ("pyproject.toml", "contracts/__init__.py"):
        shutil.copy(ROOT / name, copy / name)
    for page in PAGES:
        apply_page(page, copy)
    return copy


@pytest.fixture(scope="module")
def run_command(checkout: Path) -> RunCommand:
    """Return a function that runs a Python program in the copy."""

    def run_in_checkout(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        saved_environment = {
            name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")
        }
        python_path = f"{checkout / 'src'}{os.pathsep}{checkout}"
        default_environment = {
            **saved_environment,
            "PYTHONPATH": python_path,
            "NO_PROXY": "127.0.0.1",
            "TOUCHLINE_VAR": str(checkout / "var"),
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=checkout,
            env={**default_environment, **environment},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run_in_checkout


def test_the_documented_adapter_passes_the_payments_contract(run_command: RunCommand) -> None:
    [command] = [line for line in list_commands(PAGES[1]) if line.endswith("-k acme")]
    completed = run_command(
        *command.split()[1:], "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib -p no:pact"
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    test_run = re.search(r"(\d+) passed", completed.stdout)
    assert test_run and int(test_run[1]) >= 65, "Not the whole contract was run."


def test_the_documented_adapter_passes_import_rules_and_linters(
    run_command: RunCommand, checkout: Path
) -> None:
    assert (checkout / "adapters/payments/acme.py").exists()
    lint_run = run_command("-m", "ruff", "check", "-q", *TOUCHED_FILES)
    assert lint_run.returncode == 0, lint_run.stdout
    format_run = run_command("-m", "ruff", "format", "--check", "-q", *TOUCHED_FILES)
    assert format_run.returncode == 0, format_run.stdout + format_run.stderr
    import_run = run_command(
        "-c", "from importlinter.cli import lint_imports_command as go; go()", "--config", "pyproject.toml"
    )
    assert import_run.returncode == 0, import_run.stdout


@pytest.mark.nightly
def test_the_adapter_is_selectable_by_name_and_its_key_is_hidden(run_command: RunCommand) -> None:
    listed = run_command("-m", "touchline", "settings", "list", "--json", **ACME_SETTINGS)
    assert listed.returncode == 0, listed.stderr
    assert "TOUCHLINE_ACME_SECONDS" in json.dumps(json.loads(listed.stdout))
    assert "acme_key" not in listed.stdout
    refused = run_command("-m", "touchline", "settings", "list", TOUCHLINE_PAYMENTS="acme")
    assert refused.returncode != 0
    assert "needs TOUCHLINE_ACME_ADDRESS" in refused.stderr


def test_the_web_page_gets_the_provider_name(run_command: RunCommand) -> None:
    command = (
        "from touchline.platform.config.settings import read_settings; import os\n"
        "from touchline.channel.adapters.http.keys import _payment_settings\n"
        "print(_payment_settings(read_settings(os.environ))['provider'])"
    )
    assert run_command("-c", command, **ACME_SETTINGS).stdout == "acme\n"
