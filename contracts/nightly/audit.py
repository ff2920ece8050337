"""Known vulnerabilities of the locked packages, and keys in the tree and its history (`make audit`).

`python -m contracts.nightly.audit [--json]`: exit code 1 if something was found, 2 if a service did not
respond. The output then lists it, because nothing was checked there.
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

from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table

ROOT = Path(__file__).parents[2]
PYTHON_LOCKS = ("requirements.lock", "contracts/nightly/media/players.lock")
TIMEOUT_SECONDS = 180
SECRET_PATTERN = re.compile(
    r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{20}|\bAKIA[0-9A-Z]{16}\b"
    r"|\b[sr]k_live_(?!0123456789)[0-9A-Za-z]{16,}"
    r"|\bgh[pousr]_[0-9A-Za-z]{30,}|\bxox[abprs]-[0-9A-Za-z-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b"
    r"|\bnpm_[0-9A-Za-z]{36}\b|\bpypi-AgE[0-9A-Za-z_-]{50,}|\bSG\.[\w-]{22}\.[\w-]{43}\b"
    r"|://[^\s/:@\"'{}$<>]{1,40}:[^\s/:@\"'{}$<>*]{12,}@(?!\S*\bexample\.)[a-z0-9.-]+\.(?:com|net|org|io)\b"
)
"""Keys in the format of their issuers, and passwords in URLs."""


@dataclass(frozen=True)
class AuditIssue:
    """An issue to look at. `description` never contains the key itself. `is_checked` is false if the service
    did not respond.
    """

    location: str
    description: str
    is_checked: bool = True


def find_secrets(text: str) -> list[str]:
    """Return the first characters of each text that looks like a key."""
    return [f"{match.group()[:8]}…" for match in SECRET_PATTERN.finditer(text)]


def scan_tree() -> Iterator[AuditIssue]:
    """Yield keys in the files that are committed or would be."""
    file_list = _run("git", "ls-files", "-co", "--exclude-standard")
    for name in file_list.stdout.splitlines():
        path = ROOT / name
        if path.is_file() and path.stat().st_size < 4_000_000:
            for key in find_secrets(path.read_bytes().decode("utf-8", "replace")):
                yield AuditIssue(name, key)


def scan_history() -> Iterator[AuditIssue]:
    """Yield keys that were ever committed, even if they were removed later."""
    log = _run("git", "log", "--all", "-p", "--no-color", "--no-textconv", "--format=commit %h")
    commit = ""
    for line in log.stdout.splitlines():
        if line.startswith("commit "):
            commit = line
        elif line.startswith("+"):
            for key in find_secrets(line):
                yield AuditIssue(commit, key)


def scan_packages() -> Iterator[AuditIssue]:
    """Yield locked packages with known vulnerabilities, according to their registries' services."""
    for lock in PYTHON_LOCKS:
        run = _run(
            *(sys.executable, "-m", "pip_audit", "-r", lock, "--require-hashes", "--disable-pip"),
            *("--no-deps", "-f", "json", "--progress-spinner", "off", "--timeout", "20"),
        )
        yield from _parse_pip_audit(run)
    npm = ROOT / ".venv/node/lib/node_modules/npm/bin/npm-cli.js"
    yield from _parse_npm_audit(_run("node", str(npm), "audit", "--json"))


def _parse_pip_audit(run: subprocess.CompletedProcess[str]) -> Iterator[AuditIssue]:
    try:
        report = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        yield AuditIssue("requirements.lock", "the registry did not respond", is_checked=False)
        return
    for package in report:
        for vulnerability in package.get("vulns", []):
            yield AuditIssue(f"{package['name']} {package['version']}", str(vulnerability["id"]))


def _parse_npm_audit(run: subprocess.CompletedProcess[str]) -> Iterator[AuditIssue]:
    try:
        report = json.loads(run.stdout)["vulnerabilities"]
    except (ValueError, KeyError):
        yield AuditIssue("package-lock.json", "the registry did not respond", is_checked=False)
        return
    for name, vulnerability in report.items():
        yield AuditIssue(name, str(vulnerability["severity"]))


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "")


@click.command()
@json_option
def main(as_json: bool) -> None:
    """Check packages, tree and history."""
    issues = [*scan_tree(), *scan_history(), *scan_packages()]
    if as_json:
        click.echo(json.dumps([asdict(issue) for issue in issues]))
    elif issues:
        print_table(("location", "issue"), [(issue.location, issue.description) for issue in issues])
    else:
        click.echo("No known vulnerability in a locked package, no key in the tree or its history.")
    sys.exit(1 if any(issue.is_checked for issue in issues) else 2 if issues else 0)


if __name__ == "__main__":
    main()
