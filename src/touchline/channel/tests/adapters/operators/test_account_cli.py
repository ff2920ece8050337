"""`touchline accounts …` on the real application."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.shared.errors import NotFoundError

Run = Callable[..., Result]
EMAIL = NEW_VIEWER["email"]
PERSON_OPTIONS = ("--first-name", "Ana", "--last-name", "Roy", "--password-stdin")


@pytest.fixture
def run(channel: ChannelDetails) -> Run:
    """Return a function that runs `touchline accounts …`. `stdin` is its standard input."""
    return lambda *arguments, stdin="": CliRunner().invoke(accounts, list(arguments), input=stdin)


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    """Return a function that runs a command, which must succeed, and returns its JSON output."""

    def invoke(*arguments: str, stdin: str = "") -> Any:
        result = run(*arguments, "--json", stdin=stdin)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return invoke


def test_a_temporary_password_is_printed_alone_and_works(run: Run, visitor: Visitor) -> None:
    viewer = visitor.register()
    result = run("reset-password", EMAIL, "--channel", "prairie")
    password = result.stdout.strip()
    assert len(password) == 19
    assert password not in result.stderr
    assert viewer.get("/profile").status_code == 403
    channel_key = visitor.browser.get("/channel-key", headers={"Host": "prairie.localhost"}).json
    key_response = visitor.browser.post("/api/get_api_key", json=channel_key["data"]).json  # type: ignore[index]
    new_visitor = Visitor(visitor.browser, visitor.channel, key_response["data"]["api_key"])  # type: ignore[index]
    assert new_visitor.log_in(password=password).data("/profile")["temporary_password"] is True


def test_the_password_is_available_as_json(run_json: Callable[..., Any], visitor: Visitor) -> None:
    visitor.register()
    output = run_json("reset-password", EMAIL, "--channel", "prairie")
    assert set(output) == {"email", "password"}


def test_an_added_account_is_listed_without_a_secret(run_json: Callable[..., Any]) -> None:
    created = run_json(
        "add",
        "ana@example.com",
        "--channel",
        "prairie",
        *PERSON_OPTIONS,
        "--verified",
        stdin="harvest moon 42\n",
    )
    listed = run_json("list", "--channel", "prairie")
    assert listed == [created]
    assert (created["email_verified"], created["temporary_password"]) == (True, False)
    assert "argon2" not in json.dumps(listed)
    assert "moon" not in json.dumps(listed)


def test_the_list_is_a_table_with_the_newest_first(run: Run) -> None:
    for name in ("ana", "bo"):
        run("add", f"{name}@example.com", "--channel", "prairie", *PERSON_OPTIONS, stdin="harvest moon 42\n")
    lines = run("list", "--channel", "prairie").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["bo@example.com", "ana@example.com"]
    first_page = run("list", "--channel", "prairie", "--limit", "1")
    assert "ana@example.com" not in first_page.stdout
    assert "More accounts exist" in first_page.stderr


def test_a_password_is_prompted_twice_without_echo(run: Run) -> None:
    arguments = ("add", "ana@example.com", "--channel", "prairie", *PERSON_OPTIONS[:-1])
    result = run(*arguments, stdin="harvest moon 42\nharvest moon 42\n")
    assert result.exit_code == 0, result.output
    assert result.stdout == "Added ana@example.com.\n"
    assert "moon" not in result.stderr


def test_all_field_errors_are_printed(run: Run) -> None:
    result = run("add", "ana", "--channel", "prairie", *PERSON_OPTIONS, stdin="password\n")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "Error: email: A valid email address is required",
        "password: This password has appeared in a data breach. Choose another one.",
    ]


def test_sessions_are_ended(run: Run, visitor: Visitor) -> None:
    viewer = visitor.register()
    assert run("log-out", EMAIL, "--channel", "prairie").stdout == f"Ended 1 session of {EMAIL}.\n"
    assert viewer.get("/profile").status_code == 403


def test_an_unknown_channel_or_account_is_reported(run: Run) -> None:
    channel_error = run("list", "--channel", "nowhere").exception
    assert isinstance(channel_error, NotFoundError)
    assert channel_error.message == "There is no channel nowhere. Available: prairie."
    account_error = run("log-out", "nobody@example.com", "--channel", "prairie").exception
    assert isinstance(account_error, NotFoundError)
    assert account_error.message == "There is no account for nobody@example.com in this channel."


def test_accounts_of_another_channel_are_not_listed(
    run: Run, run_json: Callable[..., Any], other_channel: ChannelDetails
) -> None:
    run_json("add", "ana@example.com", "--channel", "atelier", *PERSON_OPTIONS, stdin="harvest moon 42\n")
    assert run_json("list", "--channel", "prairie") == []
    assert isinstance(
        run("reset-password", "ana@example.com", "--channel", "prairie").exception, NotFoundError
    )


@pytest.mark.parametrize(
    "arguments",
    [("reset-password", "--channel", "prairie"), ("list", "--channel", "prairie", "--limit", "0")],
)
def test_invalid_usage_exits_with_code_two(run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_viewers_are_found_by_name_and_by_address(run: Run, run_json: Callable[..., Any]) -> None:
    for first, last, email in (("Zoé", "Gagnon", "zg@example.com"), ("Ana", "Moreau", "ana@example.com")):
        names = ("--first-name", first, "--last-name", last, "--password-stdin")
        assert run("add", email, "--channel", "prairie", *names, stdin="harvest moon 42\n").exit_code == 0
    for search in ("zoe", "ZOÉ gagnon", "gagnon zoé", "zg@"):
        assert [
            account["email"] for account in run_json("list", "--channel", "prairie", "--search", search)
        ] == ["zg@example.com"], search
    assert run_json("list", "--channel", "prairie", "--search", "ana gagnon") == []
    assert (
        "More accounts exist"
        in run("list", "--channel", "prairie", "--search", "example.com", "--limit", "1").stderr
    )


def test_a_long_address_is_not_truncated_in_a_narrow_terminal(run: Run) -> None:
    email = f"{'maximiliana.' * 4}moreau@mail.cedar-ridge-high-school.example"
    assert (
        run("add", email, "--channel", "prairie", *PERSON_OPTIONS, stdin="harvest moon 42\n").exit_code == 0
    )
    lines = run("list", "--channel", "prairie").stdout.splitlines()
    assert any(email in line.split() for line in lines)
    assert all(len(line) <= 80 or line == email for line in lines)
