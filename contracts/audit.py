"""What is known to be bad in the locked packages, and keys in the tree and its history (`make audit`).

`python -m contracts.audit [--json]`: exit code 1 where something was found, 2 where a service did not answer.
That is then said, for nothing was looked up there, which is no good news.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from touchline.platform.commands import json_option
from touchline.platform.tables import print_table

ROOT = Path(__file__).parents[1]
PYTHON_LOCKS = ("requirements.lock", "contracts/media/players.lock")
SECONDS = 180
KEYS = re.compile(
    r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}|\bAKIA[0-9A-Z]{16}\b"
    r"|\b[sr]k_live_(?!0123456789)[0-9A-Za-z]{16,}"
    r"|\bgh[pousr]_[0-9A-Za-z]{30,}|\bxox[abprs]-[0-9A-Za-z-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b"
    r"|\bnpm_[0-9A-Za-z]{36}\b|\bpypi-AgE[0-9A-Za-z_-]{50,}|\bSG\.[\w-]{22}\.[\w-]{43}\b"
    r"|://[^\s/:@\"'{}$<>]{1,40}:[^\s/:@\"'{}$<>*]{12,}@(?!\S*\bexample\.)[a-z0-9.-]+\.(?:com|net|org|io)\b"
)
"""Keys as those who give them write them, and passwords in addresses."""


@dataclass(frozen=True)
class Finding:
    """Something that somebody should look at; `what` never holds the key itself."""

    where: str
    what: str
    answered: bool = True


def keys_in(text: str) -> list[str]:
    """The beginnings of what looks like a key."""
    return [f"{found.group()[:8]}…" for found in KEYS.finditer(text)]


def tree() -> Iterator[Finding]:
    """Keys in the files that are committed, or would be."""
    listed = _run("git", "ls-files", "-co", "--exclude-standard")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.is_file() and path.stat().st_size < 4_000_000:
            for key in keys_in(path.read_bytes().decode("utf-8", "replace")):
                yield Finding(name, key)


def history() -> Iterator[Finding]:
    """Keys that were committed once, whatever became of them."""
    log = _run("git", "log", "--all", "-p", "--no-color", "--no-textconv", "--format=commit %h")
    commit = ""
    for line in log.stdout.splitlines():
        if line.startswith("commit "):
            commit = line
        elif line.startswith("+"):
            for key in keys_in(line):
                yield Finding(commit, key)


def packages() -> Iterator[Finding]:
    """Packages of all locks with known weaknesses, by the services of their registries."""
    for lock in PYTHON_LOCKS:
        found = _run(
            *(sys.executable, "-m", "pip_audit", "-r", lock, "--require-hashes", "--disable-pip"),
            *("--no-deps", "-f", "json", "--progress-spinner", "off", "--timeout", "20"),
        )
        yield from _of_python(found)
    npm = ROOT / ".venv/node/lib/node_modules/npm/bin/npm-cli.js"
    yield from _of_node(_run("node", str(npm), "audit", "--json"))


def _of_python(run: subprocess.CompletedProcess[str]) -> Iterator[Finding]:
    try:
        told = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        yield Finding("requirements.lock", "the registry's service did not answer", answered=False)
        return
    for package in told:
        for weakness in package.get("vulns", []):
            yield Finding(f"{package['name']} {package['version']}", str(weakness["id"]))


def _of_node(run: subprocess.CompletedProcess[str]) -> Iterator[Finding]:
    try:
        told = json.loads(run.stdout)["vulnerabilities"]
    except (ValueError, KeyError):
        yield Finding("package-lock.json", "the registry's service did not answer", answered=False)
        return
    for name, weakness in told.items():
        yield Finding(name, str(weakness["severity"]))


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "")


@click.command()
@json_option
def main(as_json: bool) -> None:
    """Look through packages, tree and history."""
    found = [*tree(), *history(), *packages()]
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found]))
    elif found:
        print_table(("where", "what"), [(one.where, one.what) for one in found])
    else:
        click.echo("No known weakness in a locked package, no key in the tree or its history.")
    sys.exit(1 if any(one.answered for one in found) else 2 if found else 0)


if __name__ == "__main__":
    main()
