"""Old forms of commands and options work for one release."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner

from touchline.entrypoints.cli import main
from touchline.entrypoints.commands.renamed import RENAMED_COMMANDS, RENAMED_OPTIONS, rename_arguments

OPTIONS = [
    (command, old_option, new_option)
    for command, options in RENAMED_OPTIONS.items()
    for old_option, new_option in options.items()
]


def find_command(path: list[str]) -> click.Command:
    command: click.Command = main
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    return command


def parse(arguments: list[str]) -> tuple[list[str], dict[str, Any], list[str]]:
    """Return the path of a command, its options and its positional arguments."""
    command: click.Command = main
    path: list[str] = []
    while isinstance(command, click.Group) and arguments[len(path) :]:
        command = command.commands[arguments[len(path)]]
        path.append(arguments[len(path)])
    options, rest, _ = command.make_parser(click.Context(command)).parse_args(arguments[len(path) :])
    return path, options, rest


@pytest.mark.parametrize(("old_form", "new_form"), RENAMED_COMMANDS.items())
def test_an_old_command_is_parsed_as_the_new_one(old_form: str, new_form: str) -> None:
    arguments = [part.strip("[]") for part in old_form.split()]
    renamed, warning = rename_arguments(main, arguments)
    assert parse(renamed) == parse(new_form.split())
    assert warning == f"Warning: `touchline {old_form}` is now `touchline {new_form}`."


@pytest.mark.parametrize(("command", "old_option", "new_option"), OPTIONS)
def test_an_old_option_is_replaced_by_the_new_one(command: str, old_option: str, new_option: str) -> None:
    names = {name for parameter in find_command(command.split()).params for name in parameter.opts}
    assert new_option in names
    assert old_option not in names
    for written in (old_option, f"{old_option}=value"):
        renamed, warning = rename_arguments(main, [*command.split(), written])
        assert renamed == [*command.split(), written.replace(old_option, new_option)]
        assert warning == f"Warning: `{old_option}` is now `{new_option}`."


def test_no_old_command_is_listed_in_the_help() -> None:
    listed = set(main.commands)
    assert {form.split()[0] for form in RENAMED_COMMANDS} & listed == {
        "clips",
        "coupons",
        "jobs",
        "live",
        "orders",
    }
    assert not {"show", "reports", "block", "unblock"} & set(find_command(["clips"]).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("account list --limit 5 prairie", "accounts list --channel prairie --limit 5"),
        ("account list", "accounts list"),
        (
            "account suspend prairie ada@example.org --by rosa",
            "accounts suspend --channel prairie ada@example.org --actor rosa",
        ),
        ("clips hide 7 --reason --by", "clips hide 7 --reason --by"),
        ("live list --json", "streams list --json"),
        ("channel apply valley --yes --check", "channels check valley"),
        ("restore --json --check /backups/1", "backups check --json /backups/1"),
        ("fleet --store folder", "run --fleet --store folder"),
        ("orders list", "orders list"),
    ],
)
def test_arguments_keep_their_values(old: str, new: str) -> None:
    assert rename_arguments(main, old.split())[0] == new.split()


def test_the_warning_names_the_full_command_of_a_renamed_group() -> None:
    assert rename_arguments(main, ["live", "list"])[1] == (
        "Warning: `touchline live list` is now `touchline streams list`."
    )


def test_a_renamed_command_with_a_renamed_option_prints_one_warning() -> None:
    warning = rename_arguments(main, ["clips", "block", "ada@example.org", "--by", "rosa"])[1]
    assert warning == (
        "Warning: `touchline clips block` is now `touchline clips block-viewer`, and `--by` is now `--actor`."
    )


def test_an_old_command_has_the_output_and_exit_code_of_the_new_one() -> None:
    old = CliRunner().invoke(main, ["config", "port", "--json"])
    new = CliRunner().invoke(main, ["settings", "show", "port", "--json"])
    assert (old.stdout, old.exit_code) == (new.stdout, new.exit_code)
    assert json.loads(old.stdout)["name"] == "TOUCHLINE_PORT"
    assert old.stderr == "Warning: `touchline config NAME` is now `touchline settings show NAME`.\n"
    refused = CliRunner().invoke(main, ["config", "prot", "--json"])
    assert (refused.exit_code, "prot" in json.loads(refused.stdout)["error"]) == (1, True)
