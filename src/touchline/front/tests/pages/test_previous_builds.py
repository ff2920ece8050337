"""Previous builds: pages opened before a new build can load their files for another week."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.tests.samples import NOON
from touchline.front.assets.previous_builds import PreviousBuilds
from touchline.front.assets.web_build import WebBuild
from touchline.shared.clock import FixedClock


@pytest.fixture
def clock() -> FixedClock:
    """Return a clock set to noon."""
    return FixedClock(NOON)


@pytest.fixture
def start_build(tmp_path: Path, clock: FixedClock) -> Callable[..., WebBuild]:
    """Return a function that starts serving a build of these files, on one machine:
    `start_build("menu-1.js")`.
    """

    def start(*names: str) -> WebBuild:
        dist = tmp_path / "dist"
        (dist / "assets").mkdir(parents=True, exist_ok=True)
        for old in (dist / "assets").iterdir():
            old.unlink()
        for name in names:
            (dist / "assets" / name).write_text(f"// {name}")
        web = WebBuild(dist, PreviousBuilds(tmp_path / "var", clock))
        web.store_assets()
        return web

    return start


def test_a_file_of_the_previous_build_is_served_after_an_upgrade(
    start_build: Callable[..., WebBuild],
) -> None:
    start_build("menu-1.js", "logo.svg")
    build_file = start_build("menu-2.js", "logo.svg").get_asset("menu-1.js")
    assert build_file and (build_file.content, build_file.media_type) == (b"// menu-1.js", "text/javascript")


def test_a_process_finds_its_files_though_a_build_has_replaced_them_below_it(
    start_build: Callable[..., WebBuild],
) -> None:
    running = start_build("menu-1.js")
    start_build("menu-2.js")
    assert running.get_asset("menu-1.js")
    assert running.get_asset("menu-2.js"), (
        "a page of the new release may request its files from a process of the old one"
    )


def test_a_replaced_file_is_served_for_a_week(
    start_build: Callable[..., WebBuild], clock: FixedClock
) -> None:
    start_build("menu-1.js", "logo.svg")
    clock.advance(timedelta(days=90))
    start_build("menu-2.js", "logo.svg")
    clock.advance(timedelta(days=6))
    assert start_build("menu-3.js", "logo.svg").get_asset("menu-1.js")
    clock.advance(timedelta(days=2))
    last = start_build("menu-4.js", "logo.svg")
    stored = {
        name
        for name in ("menu-1.js", "menu-2.js", "menu-3.js", "menu-4.js", "logo.svg")
        if last.get_asset(name)
    }
    assert stored == {"menu-2.js", "menu-3.js", "menu-4.js", "logo.svg"}


def test_a_second_start_of_the_same_build_changes_nothing(
    start_build: Callable[..., WebBuild], clock: FixedClock, tmp_path: Path
) -> None:
    def times() -> dict[str, int]:
        return {
            path.name: path.stat().st_mtime_ns for path in (tmp_path / "var").rglob("*") if path.is_file()
        }

    start_build("menu-1.js")
    before = times()
    clock.advance(timedelta(days=30))
    start_build("menu-1.js")
    assert times() == before


@pytest.mark.parametrize(
    "name", ["../current.txt", "current.txt", "nothing.js", "x" * 300, "%2e%2e/current.txt"]
)
def test_unknown_files_are_not_found(start_build: Callable[..., WebBuild], name: str) -> None:
    assert start_build("menu-1.js").get_asset(name) is None


def test_a_read_only_machine_serves_its_build_and_logs_a_warning(
    tmp_path: Path, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "menu-1.js").write_text("// menu")
    (tmp_path / "var").write_text("a file where the folder would be")
    web = WebBuild(tmp_path, PreviousBuilds(tmp_path / "var", clock))
    web.store_assets()
    assert web.get_asset("menu-1.js")
    assert "previous files are not available to open pages" in caplog.text
