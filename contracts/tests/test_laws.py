"""Laws of the house that no linter knows. A failure names the files that break one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.budgets.pure import ordinary_seconds

ROOT = Path(__file__).parents[2]
SOURCES = ("src", "adapters", "contracts", "web/src", "web/e2e")
GENERATED = ("/migrations/versions/", "/web/src/locales/")
MOST_LINES = 400
MOST_SECONDS = 6.0
_SQL = frozenset({"text", "literal_column", "sql"})
MIDNIGHT = re.compile(r"datetime\.combine\(|\.replace\(hour=0")
DEVICE_CLOCK = re.compile(r"\bDate\.now\b|new Date\(\)")
DIGITS_OF_ANY_SCRIPT = re.compile(r"\.is(?:digit|decimal)\(")
MARKS = re.compile("[T]ODO|[F]IXME")
SKIPS = re.compile(
    r"\b(?:it|test|describe)\.(?:skip|only|fixme)\b|pytest\.mark\.(?:skip|xfail)\b|pytest\.skip\("
)
REGISTRY = re.compile(
    r'"resolved"|registry\.|--(?:extra-)?index-url|files\.pythonhosted|pypi\.org|npmjs\.org'
)


def sources(*endings: str) -> Iterator[Path]:
    """The files that people write, by the ends of their names."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and not any(part in str(path) for part in GENERATED):
                yield path


def named(paths: Iterator[Path]) -> list[str]:
    """Paths as a person would write them."""
    return [str(path.relative_to(ROOT)) for path in paths]


def test_a_file_has_at_most_400_lines() -> None:
    code = sources(".py", ".ts", ".tsx", ".css")
    assert named(path for path in code if len(path.read_text("utf-8").splitlines()) > MOST_LINES) == []


def test_nobody_leaves_a_note_to_do_it_later() -> None:
    texts = sources(".py", ".ts", ".tsx", ".css", ".md", ".yaml")
    assert named(path for path in texts if MARKS.search(path.read_text("utf-8"))) == []


def test_no_test_is_skipped() -> None:
    tests = (path for path in sources(".py", ".ts", ".tsx") if "test" in path.name or ".spec." in path.name)
    others = (path for path in tests if path != Path(__file__))
    assert named(path for path in others if SKIPS.search(path.read_text("utf-8"))) == []


def test_no_test_waits_by_the_clock() -> None:
    tests = (path for path in sources(".py") if "tests" in path.parts)
    assert named(path for path in tests if any(name == "sleep" for name in called(path))) == []


def test_a_day_is_never_taken_for_its_midnight() -> None:
    """`shared/days.py` knows when a day starts and ends; pack dates combine a day with a time of day."""
    own = {ROOT / "src/touchline/shared/days.py", ROOT / "src/touchline/front/packs/dates.py"}
    product = (path for path in sources(".py") if path.is_relative_to(ROOT / "src") and path not in own)
    asked = (path for path in product if "tests" not in path.parts)
    assert named(path for path in asked if MIDNIGHT.search(path.read_text("utf-8"))) == []


def test_a_number_has_ascii_digits() -> None:
    """`shared.typed.is_digits` is the test for them: `str.isdigit` is true for other scripts and for `²`."""
    own = ROOT / "src/touchline/shared/typed.py"
    product = (path for path in sources(".py") if path.is_relative_to(ROOT / "src") and path != own)
    asked = (path for path in product if "tests" not in path.parts)
    assert named(path for path in asked if DIGITS_OF_ANY_SCRIPT.search(path.read_text("utf-8"))) == []


def test_icons_of_embedded_pages_come_from_the_document() -> None:
    """A sandbox without same-origin blocks `<use>` of another file; `inlineIcons` switches `Icon`."""
    files = (path for path in sources(".ts", ".tsx") if ".svg?url" in path.read_text("utf-8"))
    assert named(files) == ["web/src/shared/ui/Icon.tsx"]


@pytest.mark.parametrize(
    "line",
    [
        "datetime.combine(day, time(), zone)",
        "datetime.combine(day + timedelta(days=1), time.min, tzinfo=zone)",
        "now.replace(hour=0, minute=0)",
    ],
)
def test_a_midnight_is_seen(line: str) -> None:
    assert MIDNIGHT.search(line)


def test_the_web_app_measures_by_the_clock_of_the_server() -> None:
    """`web/src/shared/clock.ts` alone asks the device for the time."""
    app = (path for path in sources(".ts", ".tsx") if path.is_relative_to(ROOT / "web/src"))
    tests = {"testing", "fakes.ts"}
    asked = (path for path in app if ".test." not in path.name and not tests & {*path.parts})
    clock = ROOT / "web/src/shared/clock.ts"
    assert (
        named(path for path in asked if path != clock and DEVICE_CLOCK.search(path.read_text("utf-8"))) == []
    )


@pytest.mark.parametrize("line", ["until > Date.now()", "useState(Date.now)", "const today = new Date()"])
def test_a_device_clock_is_seen(line: str) -> None:
    assert DEVICE_CLOCK.search(line)


def test_sql_is_written_by_the_orm_alone_so_that_the_channel_scope_holds() -> None:
    own = (ROOT / "src/touchline/platform", ROOT / "src/touchline/conftest.py")
    code = (path for path in sources(".py") if path.is_relative_to(ROOT / "src") or "adapters" in path.parts)
    asked = (path for path in code if not path.is_relative_to(own[0]) and path != own[1])
    product = (path for path in asked if "tests" not in path.parts)
    assert named(path for path in product if writes_sql(path)) == []


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
def test_a_file_that_could_write_sql_is_seen(line: str, tmp_path: Path) -> None:
    (tmp_path / "queries.py").write_text(line)
    assert writes_sql(tmp_path / "queries.py")


@pytest.mark.parametrize("lock", ["requirements.lock", "package-lock.json"])
def test_a_lock_names_no_registry(lock: str) -> None:
    assert REGISTRY.findall((ROOT / lock).read_text("utf-8")) == []


def test_the_web_lock_locks_what_package_json_asks_for() -> None:
    asked = json.loads((ROOT / "package.json").read_text("utf-8"))
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for kind in ("dependencies", "devDependencies"):
        assert locked[""][kind] == asked[kind]
        assert [name for name in asked[kind] if not locked[f"node_modules/{name}"].get("integrity")] == []


def test_domains_and_use_cases_are_tested_without_database_or_socket_in_seconds() -> None:
    # Two seconds are promised, and measured in contracts/budgets/pure.py: docs/decisions/0047.
    took = [ordinary_seconds()]
    if took[0] >= MOST_SECONDS:
        took.append(ordinary_seconds())
    assert min(took) < MOST_SECONDS, took


def called(path: Path) -> Iterator[str]:
    """The names of all functions that a file calls."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            yield function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def writes_sql(path: Path) -> bool:
    """Whether a file takes `text` from SQLAlchemy, or all of it under a name, or hands SQL to the driver."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return any(_takes_sql(node) for node in nodes) or "exec_driver_sql" in called(path)


def _takes_sql(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.startswith("sqlalchemy") for alias in node.names)
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"):
        return any(alias.name in _SQL for alias in node.names)
    return False
