"""Project rules that no linter checks. A failure names the files that break one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from contracts.nightly.budgets.pure import normalized_seconds

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "adapters", "contracts", "web/src", "web/e2e")
GENERATED = ("/migrations/versions/", "/web/src/locales/")
MAX_LINES = 400
MAX_SECONDS = 6.0
_SQL = frozenset({"text", "literal_column", "sql"})
MIDNIGHT = re.compile(r"datetime\.combine\(|\.replace\(hour=0")
DEVICE_CLOCK = re.compile(r"\bDate\.now\b|new Date\(\)")
DIGITS_OF_ANY_SCRIPT = re.compile(r"\.is(?:digit|decimal)\(")
NOTE_MARKERS = re.compile("[T]ODO|[F]IXME")
SKIP_MARKERS = re.compile(
    r"\b(?:it|test|describe)\.(?:skip|only|fixme)\b|pytest\.mark\.(?:skip|xfail)\b|pytest\.skip\("
)
SKIP_REASON = re.compile(r"(?:\bskipif\([^\"]*?\breason=|\bpytest\.skip\()f?\"(?P<reason>[^\"]*)", re.DOTALL)
PLATFORM = ROOT / "src/touchline/platform"
REGISTRY = re.compile(
    r'"resolved"|registry\.|--(?:extra-)?index-url|files\.pythonhosted|pypi\.org|npmjs\.org'
)


def find_sources(*suffixes: str) -> Iterator[Path]:
    """Yield the files that people write, by the ends of their names."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and not any(part in str(path) for part in GENERATED):
                yield path


def find_product_sources() -> Iterator[Path]:
    """Yield the Python files of the product, without tests."""
    for path in find_sources(".py"):
        if path.relative_to(ROOT).parts[0] in ("src", "adapters") and "tests" not in path.parts:
            yield path


def relative_paths(paths: Iterator[Path]) -> list[str]:
    """Return paths relative to the checkout."""
    return [str(path.relative_to(ROOT)) for path in paths]


def test_a_file_has_at_most_400_lines() -> None:
    code = find_sources(".py", ".ts", ".tsx", ".css")
    assert (
        relative_paths(path for path in code if len(path.read_text("utf-8").splitlines()) > MAX_LINES) == []
    )


def test_there_are_no_todo_comments() -> None:
    texts = find_sources(".py", ".ts", ".tsx", ".css", ".md", ".yaml")
    assert relative_paths(path for path in texts if NOTE_MARKERS.search(path.read_text("utf-8"))) == []


def test_no_test_is_skipped() -> None:
    tests = (
        path for path in find_sources(".py", ".ts", ".tsx") if "test" in path.name or ".spec." in path.name
    )
    others = (path for path in tests if path != Path(__file__))
    assert relative_paths(path for path in others if SKIP_MARKERS.search(path.read_text("utf-8"))) == []


def test_no_test_sleeps() -> None:
    tests = (path for path in find_sources(".py") if "tests" in path.parts)
    assert relative_paths(path for path in tests if "sleep" in find_called_names(path)) == []


def test_a_skipped_test_says_until_when() -> None:
    reasons = [
        (path.name, match["reason"])
        for path in find_sources(".py")
        if path != Path(__file__)
        for match in SKIP_REASON.finditer(path.read_text("utf-8"))
    ]
    assert len(reasons) > 10
    assert [skip for skip in reasons if not skip[1].startswith("until ")] == []


def test_no_code_constructs_midnight() -> None:
    """`shared/days.py` knows when a day starts and ends; pack dates combine a day with a time of day."""
    allowed = {ROOT / "src/touchline/shared/days.py", ROOT / "src/touchline/front/packs/parser/dates.py"}
    product = (
        path for path in find_sources(".py") if path.is_relative_to(ROOT / "src") and path not in allowed
    )
    paths = (path for path in product if "tests" not in path.parts)
    assert relative_paths(path for path in paths if MIDNIGHT.search(path.read_text("utf-8"))) == []


def test_a_number_has_ascii_digits() -> None:
    """`shared.strings.validation.is_digits` tests this: `str.isdigit` accepts other scripts and `²`."""
    allowed = ROOT / "src/touchline/shared/strings/validation.py"
    product = (path for path in find_sources(".py") if path.is_relative_to(ROOT / "src") and path != allowed)
    paths = (path for path in product if "tests" not in path.parts)
    assert (
        relative_paths(path for path in paths if DIGITS_OF_ANY_SCRIPT.search(path.read_text("utf-8"))) == []
    )


def test_icons_of_embedded_pages_come_from_the_document() -> None:
    """A sandbox without same-origin blocks `<use>` of another file, so `inlineIcons` switches `Icon`."""
    files = (path for path in find_sources(".ts", ".tsx") if ".svg?url" in path.read_text("utf-8"))
    assert relative_paths(files) == ["web/src/shared/ui/Icon.tsx"]


@pytest.mark.parametrize(
    "line",
    [
        "datetime.combine(day, time(), zone)",
        "datetime.combine(day + timedelta(days=1), time.min, tzinfo=zone)",
        "now.replace(hour=0, minute=0)",
    ],
)
def test_a_constructed_midnight_is_found(line: str) -> None:
    assert MIDNIGHT.search(line)


def test_the_web_app_uses_the_server_clock() -> None:
    """Only `web/src/shared/clock.ts` reads the device's time."""
    app = (path for path in find_sources(".ts", ".tsx") if path.is_relative_to(ROOT / "web/src"))
    tests = {"testing", "fakes.ts"}
    paths = (path for path in app if ".test." not in path.name and not tests & {*path.parts})
    clock = ROOT / "web/src/shared/clock.ts"
    assert (
        relative_paths(
            path for path in paths if path != clock and DEVICE_CLOCK.search(path.read_text("utf-8"))
        )
        == []
    )


@pytest.mark.parametrize("line", ["until > Date.now()", "useState(Date.now)", "const today = new Date()"])
def test_a_device_clock_is_found(line: str) -> None:
    assert DEVICE_CLOCK.search(line)


def test_no_code_writes_raw_sql() -> None:
    allowed = (ROOT / "src/touchline/platform", ROOT / "src/touchline/conftest.py")
    code = (
        path for path in find_sources(".py") if path.is_relative_to(ROOT / "src") or "adapters" in path.parts
    )
    paths = (path for path in code if not path.is_relative_to(allowed[0]) and path != allowed[1])
    product = (path for path in paths if "tests" not in path.parts)
    assert relative_paths(path for path in product if writes_sql(path)) == []


@pytest.mark.parametrize(
    "line",
    [
        "from sqlalchemy import select, text",
        "from sqlalchemy.sql.expression import literal_column",
        "from sqlalchemy import sql",
        "import sqlalchemy as sa",
        "import sqlalchemy.sql",
        "session.connection().exec_driver_sql('SELECT 1')",
    ],
)
def test_a_file_with_raw_sql_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "queries.py").write_text(line)
    assert writes_sql(tmp_path / "queries.py")


def test_only_the_platform_commits() -> None:
    """Requests, jobs and commands commit at the edge, services through a `UnitOfWork` (decision 64)."""
    sources = (path for path in find_product_sources() if not path.is_relative_to(PLATFORM))
    assert relative_paths(path for path in sources if {"commit", "rollback"} & find_called_names(path)) == []


def test_adapters_open_no_transactions() -> None:
    """Commands are an edge and open theirs. Other adapters call a service, which has a `UnitOfWork`."""
    product = (path for path in find_product_sources() if path.is_relative_to(ROOT / "src"))
    adapters = (path for path in product if "adapters" in path.parts)
    others = (path for path in adapters if not {"sql", "cli"} & {*path.parts})
    assert relative_paths(path for path in others if "transaction" in find_called_names(path)) == []


@pytest.mark.parametrize("lock", ["requirements.lock", "package-lock.json"])
def test_a_lock_file_names_no_registry(lock: str) -> None:
    assert REGISTRY.findall((ROOT / lock).read_text("utf-8")) == []


def test_the_web_lock_matches_package_json() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    locked_packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for dependency_kind in ("dependencies", "devDependencies"):
        assert locked_packages[""][dependency_kind] == package[dependency_kind]
        assert [
            name
            for name in package[dependency_kind]
            if not locked_packages[f"node_modules/{name}"].get("integrity")
        ] == []


@pytest.mark.nightly
def test_domain_and_use_case_tests_are_fast() -> None:
    # The promised limit is two seconds, measured in contracts/nightly/budgets/pure.py: docs/decisions/0047.
    seconds = [normalized_seconds()]
    if seconds[0] >= MAX_SECONDS:
        seconds.append(normalized_seconds())
    assert min(seconds) < MAX_SECONDS, seconds


def test_private_names_of_a_module_are_used() -> None:
    unused = {
        str(path.relative_to(ROOT)): names
        for path in find_product_sources()
        if (names := find_unused_private_names(path.read_text("utf-8")))
    }
    assert unused == {}


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("_STEP = 5\n", ["_STEP"]),
        ("_STEP: int = 5\nx = _STEP\n", []),
        ("def _read() -> None: ...\n", ["_read"]),
        ("@hook\ndef _read() -> None: ...\n", []),
    ],
)
def test_an_unused_private_name_is_found(code: str, names: list[str]) -> None:
    assert find_unused_private_names(code) == names


def find_unused_private_names(code: str) -> list[str]:
    """Return the private names that a module defines and does not use. A decorator may use a function."""
    defined: list[str] = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign):
            defined += [target.id for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined.append(node.target.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.decorator_list:
            defined.append(node.name)
    private = (name for name in defined if name.startswith("_") and not name.startswith("__"))
    return [name for name in private if len(re.findall(rf"\b{name}\b", code)) == 1]


@cache
def find_called_names(path: Path) -> frozenset[str]:
    """Return the names of all functions that a file calls."""
    functions = [
        node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)
    ]
    return frozenset(
        function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        for function in functions
    )


def writes_sql(path: Path) -> bool:
    """Return whether a file imports `text` or all of SQLAlchemy, or passes SQL to the driver."""
    source = path.read_text("utf-8")
    if "sqlalchemy" not in source and "exec_driver_sql" not in source:
        return False
    nodes = ast.walk(ast.parse(source))
    return any(_imports_sql(node) for node in nodes) or "exec_driver_sql" in find_called_names(path)


def _imports_sql(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.startswith("sqlalchemy") for alias in node.names)
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"):
        return any(alias.name in _SQL for alias in node.names)
    return False
