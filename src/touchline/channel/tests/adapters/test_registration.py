"""Registration over HTTP (api.md, "Viewer"), on both databases."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import func, select

from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.domain.accounts import Account
from touchline.channel.facade import ChannelFacts
from touchline.channel.ports.accounts import Taken
from touchline.channel.tests.adapters.links import link_to
from touchline.conftest import NEWCOMER, NOON, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.outbox import OutboxRow

Transaction = Callable[..., AbstractContextManager[Any]]
FORM = {**NEWCOMER, "password_confirmation": PASSWORD}


def test_whoever_registers_gets_a_key_and_is_told_who_they_are(visitor: Visitor) -> None:
    answer = visitor.post("/v2/auth/register", **FORM, phone="+1 555 010 2030", lang="en")
    assert answer.status_code == 200
    assert answer.json is not None
    data = answer.json["data"]
    assert data["api_key"].startswith("tlk_")
    user = data["user"]
    assert user.pop("id") > 0
    assert user == {
        "email": "ada@example.org",
        "first_name": "Ada",
        "last_name": "Moreau",
        "phone": "15550102030",
        "language": "en",
        "email_verified": False,
        "temporary_password": False,
        "has_password": True,
        "two_factor": False,
        "trial_period_used": False,
        "capabilities": [],
        "feature_count": {"clips": 0, "downloads": 0},
        "is_geo_blocked": False,
        "operator": False,
        "created_at": "2026-11-21T18:00:00Z",
    }
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_the_old_key_opens_nothing_and_the_new_one_does(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert visitor.get("/settings").status_code == 403
    assert viewer.data("/profile")["email"] == "ada@example.org"


def test_a_letter_comes_and_others_hear_the_number_alone(
    visitor: Visitor, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[Any, ...]] = []
    outbox = house.container.outbox()
    write = outbox._write

    def listen(*said: Any) -> None:
        heard.append(said)
        write(*said)

    monkeypatch.setattr(outbox, "_write", listen)
    viewer = visitor.register()
    account_id = viewer.data("/profile")["id"]
    told = {"channel_id": visitor.channel.id, "account_id": account_id}
    assert heard[0] == ("event", "channel.AccountRegistered", visitor.channel.id, told)
    assert link_to(house, "ada@example.org")["email"] == "ada@example.org"


def test_all_faults_come_together_each_under_its_field(visitor: Visitor) -> None:
    answer = visitor.post("/v2/auth/register")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "email": ["Enter your Email"],
        "password": ["Field is required"],
        "accept_terms": ["Please accept terms & conditions"],
    }
    assert answer.json["message"] == "Enter your first name"


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"email": "ada@"}, "email", "A valid email address is required"),
        ({"password": "puck"}, "password", "The password is too short"),
        ({"password_confirmation": "other"}, "password_confirmation", "PASSWORDS DON'T MATCH"),
        ({"password_confirmation": None}, "password_confirmation", "PASSWORDS DON'T MATCH"),
        ({"accept_terms": False}, "accept_terms", "Please accept terms & conditions"),
        ({"phone": "555"}, "phone", "A valid phone number is required"),
        ({"first_name": None}, "first_name", "Enter your first name"),
        ({"first_name": 7}, "first_name", "Enter your first name"),
        ({"first_name": "A\0da"}, "first_name", "Enter your first name"),
        ({"email": "ada\0@example.org"}, "email", "A valid email address is required"),
        ({"email": ["ada@example.org"]}, "email", "A valid email address is required"),
        ({"phone": 5550102030}, "phone", "A valid phone number is required"),
        ({"email": "a" * 2000}, "email", "Field length must be less than 1000"),
        ({"accept_terms": "perhaps"}, "accept_terms", "Choose true or false"),
    ],
)
def test_a_fault_stands_under_its_field_and_in_the_message(
    visitor: Visitor, change: dict[str, Any], field: str, sentence: str
) -> None:
    answer = visitor.post("/v2/auth/register", **{**FORM, **change})
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert answer.json is not None
    assert answer.json["errors"][field] == [sentence]
    assert answer.json["message"] == sentence


def test_half_a_character_is_no_text(visitor: Visitor) -> None:
    body = json.dumps({**FORM, "api_key": visitor.api_key}).replace("tumbling", "\\ud800")
    answer = visitor.browser.post("/api/v2/auth/register", data=body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"]["password"] == ["Please fill in the input field"]


def test_an_address_is_registered_once_in_a_channel_however_it_is_typed(
    visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts, stranger: Visitor
) -> None:
    visit(channel).register(phone="5550102030")
    form = {**FORM, "email": "ADA@example.ORG", "phone": "(555) 010-2030"}
    answer = visit(channel).post("/v2/auth/register", **form)
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {
        "email": ["The email address you have entered is already registered"],
        "phone": ["The phone number you have entered is already registered"],
    }
    stranger.register(phone="5550102030")


def test_of_two_registrations_at_once_one_gets_the_address(
    visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts, transaction: Transaction
) -> None:
    together, visitors = Barrier(4), [visit(channel) for _ in range(4)]

    def register(visitor: Visitor) -> Any:
        together.wait()
        return visitor.post("/v2/auth/register", **FORM)

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(register, visitors))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    refused = [answer.json["errors"] for answer in answers if answer.status_code == 422]
    assert refused == [{"email": ["The email address you have entered is already registered"]}] * 3
    with transaction(channel.id) as session:
        assert session.scalar(select(func.count()).select_from(AccountRow)) == 1


@pytest.mark.parametrize(
    ("taken", "email", "phone"),
    [("email", "phone@example.org", "5550100002"), ("phone", "ada@example.org", "5550100001")],
)
def test_what_was_taken_meanwhile_is_told_whatever_stands_in_it(
    taken: str, email: str, phone: str, house: House, channel: ChannelFacts, transaction: Transaction
) -> None:
    def account(email: str, phone: str) -> Account:
        return Account(channel.id, email, "Ada", "Moreau", "en", NOON, phone=phone)

    accounts = house.container.channel.kept_accounts()
    with pytest.raises(Taken) as refusal, transaction(channel.id):
        accounts.add(account("phone@example.org", "5550100001"))
        accounts.add(account(email, phone))
    assert refusal.value.field == taken


def test_a_refused_registration_leaves_nothing_behind_and_the_key_as_it_was(
    visitor: Visitor, transaction: Transaction
) -> None:
    visitor.post("/v2/auth/register", **{**FORM, "accept_terms": False})
    assert visitor.get("/settings").status_code == 200
    with transaction(visitor.channel.id) as session:
        for table in (AccountRow, OutboxRow):
            assert session.scalar(select(func.count()).select_from(table)) == 0


def test_a_viewer_does_not_register(visitor: Visitor) -> None:
    answer = visitor.register().post("/v2/auth/register", **FORM)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["message"] == "You are already logged in"


def test_what_is_kept_of_a_password_is_an_argon2id_hash(visitor: Visitor, transaction: Transaction) -> None:
    visitor.register()
    with transaction(visitor.channel.id) as session:
        kept = session.scalars(select(AccountRow.password_hash)).one()
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept
