"""The browser check: which Chromium is used, and the message if there is none."""

from pathlib import Path

import pytest

from touchline.entrypoints.browser_check import (
    EXIT_FOUND,
    EXIT_MISSING,
    EXIT_MISSING_IN_CI,
    find_browser,
    main,
)


def create_browser(folder: Path, name: str) -> str:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_configured_browser_has_priority_over_the_path(tmp_path: Path) -> None:
    in_path = create_browser(tmp_path, "chromium")
    named = create_browser(tmp_path, "another")
    assert find_browser({"CHROMIUM": named, "PATH": str(tmp_path)}) == named
    assert find_browser({"PATH": str(tmp_path)}) == in_path


def test_a_missing_configured_browser_is_ignored(tmp_path: Path) -> None:
    in_path = create_browser(tmp_path, "google-chrome")
    assert find_browser({"CHROMIUM": str(tmp_path / "no-file"), "PATH": str(tmp_path)}) == in_path


@pytest.mark.parametrize(("environment", "code"), [({}, EXIT_MISSING), ({"CI": "true"}, EXIT_MISSING_IN_CI)])
def test_a_machine_without_a_browser_gets_install_help(
    environment: dict[str, str], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(environment | {"PATH": str(tmp_path)}) == code
    assert "apt-get install chromium" in capsys.readouterr().err


def test_nothing_is_printed_if_a_browser_exists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    create_browser(tmp_path, "chromium-browser")
    assert main({"PATH": str(tmp_path)}) == EXIT_FOUND
    assert capsys.readouterr().err == ""
