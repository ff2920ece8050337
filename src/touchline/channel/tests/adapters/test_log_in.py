"""Log-in, log-out and how both are throttled, over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from dependency_injector import providers
from flask import Flask
from werkzeug.test import TestResponse

from touchline.channel.adapters.argon2_passwords import Argon2Passwords
from touchline.channel.facade import ChannelFacts
from touchline.channel.ports.post import Letter
from touchline.channel.ports.throttle import Limit
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.openapi import document
from touchline.shared.clock import FixedClock

GUESSING = "Someone is guessing your password at Prairie"
WRONG = "Invalid email or password. Please try again."
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Ada, logged in in one browser."""
    return visitor.register(phone="+1 555 010 2030")


@pytest.fixture
def browser(ada: Visitor, visit: Visit) -> Visitor:
    """Another browser, in which nobody is logged in."""
    return visit(ada.channel)


def message(answer: TestResponse) -> tuple[int, str]:
    """Status and sentence of a refusal."""
    assert answer.json is not None
    return answer.status_code, answer.json["message"]


def accounts_of(house: House) -> Any:
    """The providers of accounts."""
    return house.container.channel.accounts


@pytest.mark.parametrize("login", ["ada@example.org", " Ada@Example.ORG", "15550102030", "+1 (555) 010-2030"])
def test_an_address_or_a_number_lets_in_under_another_key(browser: Visitor, login: str) -> None:
    viewer = browser.log_in(login)
    assert viewer.data("/profile")["first_name"] == "Ada"
    old = browser.get("/profile")
    assert old.status_code == 403
    assert old.json is not None
    assert old.json["code"] == "errors.api_key"


def test_a_wrong_password_and_an_unknown_account_get_the_very_same_answer(
    browser: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str | None] = []
    real: Argon2Passwords = house.container.channel.passwords()
    matches = real.matches

    def compare(kept: str | None, password: str) -> bool:
        compared.append(kept)
        return matches(kept, password)

    monkeypatch.setattr(real, "matches", compare)
    answers = []
    for login in ("ada@example.org", "nobody@example.org", "15550109999", "no login"):
        answer = browser.post("/v2/auth/login", login=login, password="wrong password")
        assert answer.json is not None
        answers.append({name: value for name, value in answer.json.items() if name != "request_id"})
    assert all(answer == answers[0] for answer in answers)
    assert (answers[0]["status"], answers[0]["message"]) == (400, WRONG)
    assert [bool(kept) for kept in compared] == [True, False, False, False]


def test_empty_fields_are_422(browser: Visitor) -> None:
    answer = browser.post("/v2/auth/login")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {"login": ["Field is required"], "password": ["Field is required"]}


def test_an_account_of_another_channel_is_unknown(ada: Visitor, stranger: Visitor) -> None:
    answer = stranger.post("/v2/auth/login", login="ada@example.org", password=PASSWORD)
    assert message(answer) == (400, WRONG)


def test_a_viewer_does_not_log_in(ada: Visitor) -> None:
    answer = ada.post("/v2/auth/login", login="ada@example.org", password=PASSWORD)
    assert message(answer) == (400, "You are already logged in")


def test_ten_wrong_passwords_slow_down_their_address_for_seconds_and_nobody_else(
    browser: Visitor, ada: Visitor, visit: Visit, letters: Callable[[], Sequence[Letter]]
) -> None:
    for login in ["ada@example.org", "15550102030"] * 5:
        answer = browser.post("/v2/auth/login", login=login, password="wrong password")
        assert message(answer) == (400, WRONG)
    for login in ("ada@example.org", "15550102030"):
        answer = visit(ada.channel).post("/v2/auth/login", login=login, password=PASSWORD)
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert [letter.subject for letter in letters()].count(GUESSING) == 1
    elsewhere = visit(ada.channel)
    elsewhere.browser.environ_base["REMOTE_ADDR"] = "198.51.100.7"
    elsewhere.log_in()


def test_a_strangers_guesses_do_not_keep_a_viewer_from_their_own_device(
    browser: Visitor, ada: Visitor, visit: Visit
) -> None:
    assert ada.post("/auth/logout").status_code == 204
    for _ in range(12):
        browser.post("/v2/auth/login", login="ada@example.org", password="wrong password")
    key = visit(ada.channel).api_key
    assert replace(ada, api_key=key).log_in().get("/profile").status_code == 200


def test_the_cookie_of_a_known_device_is_for_the_api_alone_and_no_script_reads_it(visitor: Visitor) -> None:
    form = {**NEWCOMER, "password_confirmation": PASSWORD}
    cookie = visitor.post("/v2/auth/register", **form).headers["Set-Cookie"]
    assert cookie.startswith("touchline_device=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/api"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    safe = visitor.browser.get("/channel-key", headers={"Host": visitor.channel.domains[0]})
    assert "Set-Cookie" not in safe.headers


def test_a_strangers_guesses_keep_no_viewer_from_deleting_the_account(browser: Visitor, ada: Visitor) -> None:
    for _ in range(12):
        browser.post("/v2/auth/login", login="ada@example.org", password="wrong password")
    assert ada.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    changed = {"password": "another puck in the net", "password_confirmation": "another puck in the net"}
    answer = ada.post("/profile", _method="patch", current_password=PASSWORD, **changed)
    assert answer.status_code == 200


def test_an_unknown_account_is_throttled_alike(browser: Visitor) -> None:
    statuses = [
        browser.post("/v2/auth/login", login="nobody@example.org", password=PASSWORD).status_code
        for _ in range(11)
    ]
    assert statuses == [400] * 10 + [429]


def test_a_hash_of_older_parameters_is_made_again_at_log_in(
    browser: Visitor, house: House, visit: Visit, ada: Visitor
) -> None:
    stronger = Argon2Passwords(passes=1, memory_kib=16, lanes=1)
    passwords, accounts = house.container.channel.passwords, accounts_of(house)
    old = passwords()
    with passwords.override(providers.Object(stronger)):
        accounts.log_in.reset()
        browser.log_in()
    accounts.log_in.reset()
    with house.container.database().transaction(ada.channel.id):
        account = house.container.channel.kept_accounts().by_email("ada@example.org")
    assert not stronger.outdated(account.password_hash)
    assert old.outdated(account.password_hash)
    visit(ada.channel).log_in()


def test_log_out_ends_the_key(ada: Visitor) -> None:
    assert ada.post("/auth/logout").status_code == 204
    assert ada.get("/settings").status_code == 403


def test_who_is_not_logged_in_cannot_log_out(visitor: Visitor) -> None:
    assert message(visitor.post("/auth/logout")) == (401, "user must be logged in")


def test_a_viewers_key_rests_sixty_days_and_lasts_three_hundred_and_sixty(
    ada: Visitor, clock: FixedClock
) -> None:
    for _ in range(6):
        clock.advance(timedelta(days=59))
        assert ada.get("/profile").status_code == 200
    clock.advance(timedelta(days=7))
    assert ada.get("/profile").status_code == 403


def test_a_key_that_was_planted_before_the_log_in_opens_nothing_after_it(browser: Visitor) -> None:
    planted = browser.api_key
    viewer = browser.log_in()
    assert viewer.api_key != planted
    assert browser.get("/profile").status_code == 403
    assert browser.post("/v2/auth/login", login="ada@example.org", password=PASSWORD).status_code == 403


@pytest.fixture
def few(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three calls of authentication a minute."""
    limiter = app.extensions["limiter"]
    monkeypatch.setattr(limiter, "settings", replace(limiter.settings, throttle_auth_calls=3))


@pytest.mark.usefixtures("few")
def test_calls_of_authentication_are_counted_by_address_whichever_they_are(
    app: Flask, ada: Visitor, visit: Visit
) -> None:
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    paths = [path for path in document(app)["paths"] if path.startswith(("/api/auth/", "/api/v2/auth/"))]
    assert len(paths) > 8
    anybody = app.test_client()
    for _ in range(3):
        anybody.post("/api/v2/auth/login", json={"api_key": ada.api_key}, environ_base=elsewhere)
    for path in paths:
        address = path.replace("{session_id}", "1").replace("{provider}", "google")
        for method, operation in document(app)["paths"][path].items():
            if not isinstance(operation, dict):
                continue
            said = {"Authorization": f"Bearer {ada.api_key}"}
            answer = anybody.open(
                address, method=method.upper(), json={}, headers=said, environ_base=elsewhere
            )
            assert answer.status_code == 429, (method, path)
            assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert ada.get("/profile").status_code == 200
    assert visit(ada.channel).post("/v2/auth/login").status_code == 422


@pytest.mark.usefixtures("few")
def test_a_browsers_question_whether_it_may_ask_is_not_counted(app: Flask, visitor: Visitor) -> None:
    for _ in range(5):
        app.test_client().options("/api/v2/auth/login", headers={"Origin": "https://elsewhere.example"})
    assert visitor.post("/v2/auth/login").status_code == 422


def test_an_address_registers_so_often_in_an_hour(visit: Visit, channel: ChannelFacts, house: House) -> None:
    accounts = accounts_of(house)
    with accounts.registrations.override(providers.Object(Limit("few", 1, 3600))):
        accounts.register.reset()
        visit(channel).register()
        answer = visit(channel).post("/v2/auth/register")
    accounts.register.reset()
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_the_same_person_logs_in_whatever_bytes_their_keyboard_sends(visitor: Visitor, visit: Visit) -> None:
    chosen = "cafe\u0301 au hockey"
    user = visitor.register(email=" re\u0301my@ex\u00e4mple.ch", password=chosen).data("/profile")
    assert user["email"] == "r\u00e9my@xn--exmple-cua.ch"
    for login in (
        "R\u00c9MY@ex\u00e4mple.ch",
        "r\u200b\u00e9my@exa\u0308mple.ch",
        "\u202ar\u00e9my@xn--exmple-cua.ch",
    ):
        visit(visitor.channel).log_in(login, "caf\u00e9 au hockey")
    taken = visit(visitor.channel).post(
        "/v2/auth/register",
        **{**NEWCOMER, "email": "r\u00e9my@EX\u00c4MPLE.ch", "password_confirmation": PASSWORD},
    )
    assert message(taken) == (422, "The email address you have entered is already registered")
