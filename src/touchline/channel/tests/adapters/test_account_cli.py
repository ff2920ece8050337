"""`touchline account …` on the real house."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, Visitor
from touchline.shared.errors import NotFound

Run = Callable[..., Result]
EMAIL = NEWCOMER["email"]
PERSON = ("--first-name", "Ana", "--last-name", "Roy", "--password-stdin")


@pytest.fixture
def run(channel: ChannelFacts) -> Run:
    """Runs `touchline account …`; `typed` is standard input."""
    return lambda *words, typed="": CliRunner().invoke(account, list(words), input=typed)


@pytest.fixture
def told(run: Run) -> Callable[..., Any]:
    """The answer in JSON of a command that must succeed."""

    def ask(*words: str, typed: str = "") -> Any:
        done = run(*words, "--json", typed=typed)
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    return ask


def test_a_temporary_password_is_printed_alone_and_lets_the_viewer_in(run: Run, visitor: Visitor) -> None:
    viewer = visitor.register()
    done = run("temporary-password", "prairie", EMAIL)
    password = done.stdout.strip()
    assert len(password) == 19
    assert password not in done.stderr
    assert viewer.get("/profile").status_code == 403
    fresh = visitor.browser.get("/channel-key", headers={"Host": "prairie.localhost"}).json
    given = visitor.browser.post("/api/get_api_key", json=fresh["data"]).json  # type: ignore[index]
    again = Visitor(visitor.browser, visitor.channel, given["data"]["api_key"])  # type: ignore[index]
    assert again.log_in(password=password).data("/profile")["temporary_password"] is True


def test_the_password_is_in_json_for_programs(told: Callable[..., Any], visitor: Visitor) -> None:
    visitor.register()
    answer = told("temporary-password", "prairie", EMAIL)
    assert set(answer) == {"email", "password"}


def test_an_added_account_is_listed_without_a_secret(told: Callable[..., Any]) -> None:
    made = told("add", "prairie", "ana@example.com", *PERSON, "--verified", typed="harvest moon 42\n")
    listed = told("list", "prairie")
    assert listed == [made]
    assert (made["email_verified"], made["temporary_password"]) == (True, False)
    assert "argon2" not in json.dumps(listed)
    assert "moon" not in json.dumps(listed)


def test_the_list_is_a_table_with_the_newest_first(run: Run) -> None:
    for name in ("ana", "bo"):
        run("add", "prairie", f"{name}@example.com", *PERSON, typed="harvest moon 42\n")
    lines = run("list", "prairie").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:]] == ["bo@example.com", "ana@example.com"]
    short = run("list", "prairie", "--limit", "1")
    assert "ana@example.com" not in short.stdout
    assert "There are more" in short.stderr


def test_a_password_is_asked_for_twice_and_not_shown(run: Run) -> None:
    words = ("add", "prairie", "ana@example.com", *PERSON[:-1])
    done = run(*words, typed="harvest moon 42\nharvest moon 42\n")
    assert done.exit_code == 0, done.output
    assert done.stdout == "Added ana@example.com.\n"
    assert "moon" not in done.stderr


def test_everything_that_is_wrong_is_named_by_field(run: Run) -> None:
    done = run("add", "prairie", "ana", *PERSON, typed="password\n")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "Error: email: A valid email address is required",
        "password: This password is known from data breaches. Please choose another.",
    ]


def test_sessions_are_ended(run: Run, visitor: Visitor) -> None:
    viewer = visitor.register()
    assert run("end-sessions", "prairie", EMAIL).stdout == f"Ended 1 session of {EMAIL}.\n"
    assert viewer.get("/profile").status_code == 403


def test_an_unknown_channel_and_an_unknown_account_are_named(run: Run) -> None:
    of_channel = run("list", "nowhere").exception
    assert isinstance(of_channel, NotFound)
    assert of_channel.message == "There is no channel nowhere; there is: prairie."
    of_account = run("end-sessions", "prairie", "nobody@example.com").exception
    assert isinstance(of_account, NotFound)
    assert of_account.message == "There is no account of nobody@example.com in this channel."


def test_accounts_of_another_channel_are_not_there(
    run: Run, told: Callable[..., Any], other_channel: ChannelFacts
) -> None:
    told("add", "atelier", "ana@example.com", *PERSON, typed="harvest moon 42\n")
    assert told("list", "prairie") == []
    assert isinstance(run("temporary-password", "prairie", "ana@example.com").exception, NotFound)


@pytest.mark.parametrize(
    "words", [("list",), ("temporary-password", "prairie"), ("list", "prairie", "--limit", "0")]
)
def test_wrong_use_is_exit_code_two(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_viewers_are_found_by_name_and_by_address(run: Run, told: Callable[..., Any]) -> None:
    for first, last, email in (("Zoé", "Gagnon", "zg@example.com"), ("Ana", "Moreau", "ana@example.com")):
        names = ("--first-name", first, "--last-name", last, "--password-stdin")
        assert run("add", "prairie", email, *names, typed="harvest moon 42\n").exit_code == 0
    for find in ("zoe", "ZOÉ gagnon", "gagnon zoé", "zg@"):
        assert [one["email"] for one in told("list", "prairie", "--find", find)] == ["zg@example.com"], find
    assert told("list", "prairie", "--find", "ana gagnon") == []
    assert "There are more" in run("list", "prairie", "--find", "example.com", "--limit", "1").stderr


def test_a_long_address_stands_whole_in_a_narrow_terminal(run: Run) -> None:
    email = f"{'maximiliana.' * 4}moreau@mail.cedar-ridge-high-school.example"
    assert run("add", "prairie", email, *PERSON, typed="harvest moon 42\n").exit_code == 0
    lines = run("list", "prairie").stdout.splitlines()
    assert any(email in line.split() for line in lines)
    assert all(len(line) <= 80 or line == email for line in lines)
