"""Pages that were opened before a new build find their parts afterwards, and for a week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.tests.samples import NOON
from touchline.front.built_before import BuiltBefore
from touchline.front.built_web import BuiltWeb
from touchline.shared.clock import FixedClock

Build = Callable[..., None]


@pytest.fixture
def clock() -> FixedClock:
    """Noon of some day."""
    return FixedClock(NOON)


@pytest.fixture
def start(tmp_path: Path, clock: FixedClock) -> Callable[..., BuiltWeb]:
    """`start("menu-1.js")`: a process begins to serve a build of these files, on one machine."""

    def starts(*names: str) -> BuiltWeb:
        dist = tmp_path / "dist"
        (dist / "assets").mkdir(parents=True, exist_ok=True)
        for old in (dist / "assets").iterdir():
            old.unlink()
        for name in names:
            (dist / "assets" / name).write_text(f"// {name}")
        web = BuiltWeb(dist, BuiltBefore(tmp_path / "var", clock))
        web.keep()
        return web

    return starts


def test_a_file_of_the_build_before_is_found_after_an_upgrade(start: Callable[..., BuiltWeb]) -> None:
    start("menu-1.js", "logo.svg")
    found = start("menu-2.js", "logo.svg").asset("menu-1.js")
    assert found and (found.content, found.kind) == (b"// menu-1.js", "text/javascript")


def test_a_process_finds_its_files_though_a_build_has_replaced_them_below_it(
    start: Callable[..., BuiltWeb],
) -> None:
    running = start("menu-1.js")
    start("menu-2.js")
    assert running.asset("menu-1.js")
    assert running.asset("menu-2.js"), "a page of the new release that asks the process of the old one"


def test_what_was_replaced_is_kept_for_a_week_from_then_however_old_it_is(
    start: Callable[..., BuiltWeb], clock: FixedClock
) -> None:
    start("menu-1.js", "logo.svg")
    clock.advance(timedelta(days=90))
    start("menu-2.js", "logo.svg")
    clock.advance(timedelta(days=6))
    assert start("menu-3.js", "logo.svg").asset("menu-1.js")
    clock.advance(timedelta(days=2))
    last = start("menu-4.js", "logo.svg")
    kept = {
        name for name in ("menu-1.js", "menu-2.js", "menu-3.js", "menu-4.js", "logo.svg") if last.asset(name)
    }
    assert kept == {"menu-2.js", "menu-3.js", "menu-4.js", "logo.svg"}


def test_a_second_start_of_the_same_build_changes_nothing(
    start: Callable[..., BuiltWeb], clock: FixedClock, tmp_path: Path
) -> None:
    def times() -> dict[str, int]:
        return {
            path.name: path.stat().st_mtime_ns for path in (tmp_path / "var").rglob("*") if path.is_file()
        }

    start("menu-1.js")
    before = times()
    clock.advance(timedelta(days=30))
    start("menu-1.js")
    assert times() == before


@pytest.mark.parametrize(
    "name", ["../current.txt", "current.txt", "nothing.js", "x" * 300, "%2e%2e/current.txt"]
)
def test_nothing_else_is_found(start: Callable[..., BuiltWeb], name: str) -> None:
    assert start("menu-1.js").asset(name) is None


def test_a_machine_that_can_keep_nothing_serves_its_build_and_says_so(
    tmp_path: Path, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "menu-1.js").write_text("// menu")
    (tmp_path / "var").write_text("a file where the folder would be")
    web = BuiltWeb(tmp_path, BuiltBefore(tmp_path / "var", clock))
    web.keep()
    assert web.asset("menu-1.js")
    assert "files are not kept for pages that are open now" in caplog.text
