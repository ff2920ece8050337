"""Channels that `touchline channels new` creates, and the command's refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.cli import channels
from touchline.front.packs.parser.pack_reader import read_pack
from touchline.front.packs.starter import LANGUAGES, write_starter_pack
from touchline.shared.errors import RefusedError

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
COMMENTED_LINE = re.compile(r"^# (?=- |  |packages:|\w+: )", re.MULTILINE)
RunCommand = Callable[..., Result]


@pytest.fixture
def run_command(application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return a function that runs `touchline channels …` in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(
        channels, [str(argument) for argument in arguments], obj=application
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_pack_applies_unchanged_and_has_the_pages_that_registration_links_to(
    run_command: RunCommand, language: str
) -> None:
    created = run_command("new", "valley", "--email", "help@valley.example", "--language", language)
    assert created.exit_code == 0, created.output
    assert "Next: touchline channels apply valley" in created.stdout
    applied = run_command("apply", "valley")
    assert (applied.exit_code, applied.stderr) == (0, "")
    checked = json.loads(run_command("check", "valley", "--json").stdout)
    assert (checked["problems"], checked["warnings"]) == ([], [])


def test_the_contact_form_of_a_new_pack_goes_to_the_given_address(tmp_path: Path) -> None:
    write_starter_pack(tmp_path / "valley", "valley", "Valley Sports", "help@valley.example", "en")
    [form] = read_pack(tmp_path / "valley", NOW).content["forms"]
    assert (form["key"], form["to"]) == ("contacts", "help@valley.example")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_a_new_pack_apply_once_their_comment_signs_are_removed(
    tmp_path: Path, language: str
) -> None:
    folder = tmp_path / "valley"
    write_starter_pack(folder, "valley", "Valley", "help@valley.example", language)
    for file in ("categories", "groups", "participants", "locations", "events", "packages", "texts"):
        path = folder / f"{file}.yaml"
        path.write_text(COMMENTED_LINE.sub("", path.read_text("utf-8")), "utf-8")
    sizes = read_pack(folder, NOW).count_entries()
    assert [sizes[name] for name in ("events", "participants", "groups", "packages")] == [1, 2, 2, 2]


@pytest.mark.parametrize("name", ["O'Neill: TV #1", "No", "Collège à l’Érable", "100% {hockey}", "$slug"])
def test_any_channel_name_is_kept_unchanged(tmp_path: Path, name: str) -> None:
    write_starter_pack(tmp_path / "valley", "valley", name, "help@valley.example", "en")
    assert read_pack(tmp_path / "valley", NOW).name == name


def test_a_folder_with_content_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RefusedError, match="not empty"):
        write_starter_pack(tmp_path, "valley", "Valley", "help@valley.example", "en")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("Valley Sports", "--email", "a@b.example"), "SLUG"), (("valley", "--email", "nobody"), "email")],
    ids=["slug", "email"],
)
def test_an_invalid_argument_is_refused_before_anything_is_written(
    run_command: RunCommand, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    refused = run_command("new", *arguments)
    assert (refused.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert message in refused.stderr


def test_a_pack_without_terms_and_privacy_pages_is_applied_with_a_warning_for_each(
    run_command: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "valley").mkdir()
    (tmp_path / "valley/channel.yaml").write_text("{slug: valley, name: Valley, domains: [valley.localhost]}")
    for command in ("apply", "check"):
        result = run_command(command, "valley")
        assert result.exit_code == 0
        assert [line.split(":")[1].strip() for line in result.stderr.splitlines()] == [
            "valley/pages/terms_conditions.md",
            "valley/pages/privacy_policy.md",
        ]


def test_a_route_to_the_terms_elsewhere_needs_no_page(tmp_path: Path) -> None:
    (tmp_path / "channel.yaml").write_text("{slug: valley, name: Valley, domains: [valley.localhost]}")
    (tmp_path / "routes.yaml").write_text(
        "[{path: /terms_conditions, to: /about}, {path: /privacy_policy, to: /about}]"
    )
    assert read_pack(tmp_path, NOW).warnings == ()


def test_apply_prints_the_address_of_the_site(run_command: RunCommand) -> None:
    run_command("new", "valley", "--email", "help@valley.example")
    assert "Address: http://valley.localhost:" in run_command("apply", "valley").stdout
    assert json.loads(run_command("apply", "valley", "--json").stdout)["channel"]["url"].startswith(
        "http://valley"
    )


def test_priced_events_without_a_package_are_a_warning(tmp_path: Path) -> None:
    write_starter_pack(tmp_path / "valley", "valley", "Valley", "help@valley.example", "en")
    folder = tmp_path / "valley"
    (folder / "categories.yaml").write_text("[{key: hockey, name: Hockey}]")
    event = (
        "{key: final, name: Final, category: hockey, starts: +1 days 19:00, pass: paid, price: {base: 6.00}}"
    )
    (folder / "events.yaml").write_text(f"[{event}]")
    [warning] = read_pack(folder, NOW).warnings
    assert (warning.file, "1 events with a `price` cannot be bought" in warning.message) == (
        "packages.yaml",
        True,
    )
    (folder / "packages.yaml").write_text(
        "packages: [{key: single, name: Single game, price: {base: 6.00}, type: event}]"
    )
    assert read_pack(folder, NOW).warnings == ()
