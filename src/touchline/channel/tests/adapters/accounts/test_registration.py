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
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.accounts.accounts import DuplicateAccountError
from touchline.channel.tests.adapters.email_links import get_link_params
from touchline.conftest import NEW_VIEWER, NOON, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.outbox import OutboxRow

Transaction = Callable[..., AbstractContextManager[Any]]
FORM = {**NEW_VIEWER, "password_confirmation": PASSWORD}


def test_registration_returns_a_key_and_the_user(visitor: Visitor) -> None:
    response = visitor.post("/v2/auth/register", **FORM, phone="+1 555 010 2030", lang="en")
    assert response.status_code == 200
    assert response.json is not None
    data = response.json["data"]
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
        "studio": None,
        "created_at": "2026-11-21T18:00:00Z",
    }
    assert response.headers["Cache-Control"] == "private, no-store"


def test_registration_replaces_the_api_key(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert visitor.get("/settings").status_code == 403
    assert viewer.data("/profile")["email"] == "ada@example.org"


def test_registration_sends_an_email_and_publishes_the_account_id(
    visitor: Visitor, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox_entries: list[tuple[Any, ...]] = []
    outbox = application.container.outbox()
    original_write = outbox._write

    def record_entry(*entry: Any) -> None:
        outbox_entries.append(entry)
        original_write(*entry)

    monkeypatch.setattr(outbox, "_write", record_entry)
    viewer = visitor.register()
    account_id = viewer.data("/profile")["id"]
    payload = {"channel_id": visitor.channel.id, "account_id": account_id}
    assert outbox_entries[0] == ("event", "channel.AccountRegistered", visitor.channel.id, payload)
    assert get_link_params(application, "ada@example.org")["email"] == "ada@example.org"


def test_all_errors_are_returned_by_field(visitor: Visitor) -> None:
    response = visitor.post("/v2/auth/register")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "email": ["Enter your Email"],
        "password": ["Field is required"],
        "accept_terms": ["Please accept terms & conditions"],
    }
    assert response.json["message"] == "Enter your first name"


@pytest.mark.parametrize(
    ("change", "field", "message"),
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
def test_an_error_appears_under_its_field_and_in_the_message(
    visitor: Visitor, change: dict[str, Any], field: str, message: str
) -> None:
    response = visitor.post("/v2/auth/register", **{**FORM, **change})
    assert (response.status_code, response.content_type) == (422, "application/problem+json")
    assert response.json is not None
    assert response.json["errors"][field] == [message]
    assert response.json["message"] == message


def test_a_lone_surrogate_is_rejected(visitor: Visitor) -> None:
    body = json.dumps({**FORM, "api_key": visitor.api_key}).replace("tumbling", "\\ud800")
    response = visitor.browser.post("/api/v2/auth/register", data=body, content_type="application/json")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"]["password"] == ["Please fill in the input field"]


def test_an_address_is_unique_per_channel_regardless_of_case(
    visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails, other_visitor: Visitor
) -> None:
    visit(channel).register(phone="5550102030")
    form_fields = {**FORM, "email": "ADA@example.ORG", "phone": "(555) 010-2030"}
    response = visit(channel).post("/v2/auth/register", **form_fields)
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {
        "email": ["The email address you have entered is already registered"],
        "phone": ["The phone number you have entered is already registered"],
    }
    other_visitor.register(phone="5550102030")


def test_of_two_concurrent_registrations_one_gets_the_address(
    visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails, transaction: Transaction
) -> None:
    barrier, visitors = Barrier(4), [visit(channel) for _ in range(4)]

    def register(visitor: Visitor) -> Any:
        barrier.wait()
        return visitor.post("/v2/auth/register", **FORM)

    with ThreadPoolExecutor(4) as threads:
        responses = list(threads.map(register, visitors))
    assert sorted(response.status_code for response in responses) == [200, 422, 422, 422]
    rejected = [response.json["errors"] for response in responses if response.status_code == 422]
    assert rejected == [{"email": ["The email address you have entered is already registered"]}] * 3
    with transaction(channel.id) as session:
        assert session.scalar(select(func.count()).select_from(AccountRow)) == 1


@pytest.mark.parametrize(
    ("taken_value", "email", "phone"),
    [("email", "phone@example.org", "5550100002"), ("phone", "ada@example.org", "5550100001")],
)
def test_a_concurrently_taken_value_is_reported_under_its_field(
    taken_value: str,
    email: str,
    phone: str,
    application: Application,
    channel: ChannelDetails,
    transaction: Transaction,
) -> None:
    def account(email: str, phone: str) -> Account:
        return Account(channel.id, email, "Ada", "Moreau", "en", NOON, phone=phone)

    accounts = application.container.channel.accounts()
    with pytest.raises(DuplicateAccountError) as error, transaction(channel.id):
        accounts.add(account("phone@example.org", "5550100001"))
        accounts.add(account(email, phone))
    assert error.value.field == taken_value


def test_a_rejected_registration_changes_nothing(visitor: Visitor, transaction: Transaction) -> None:
    visitor.post("/v2/auth/register", **{**FORM, "accept_terms": False})
    assert visitor.get("/settings").status_code == 200
    with transaction(visitor.channel.id) as session:
        for table in (AccountRow, OutboxRow):
            assert session.scalar(select(func.count()).select_from(table)) == 0


def test_a_logged_in_viewer_cannot_register(visitor: Visitor) -> None:
    response = visitor.register().post("/v2/auth/register", **FORM)
    assert response.status_code == 400
    assert response.json is not None
    assert response.json["message"] == "You are already logged in"


def test_passwords_are_stored_as_argon2id_hashes(visitor: Visitor, transaction: Transaction) -> None:
    visitor.register()
    with transaction(visitor.channel.id) as session:
        stored_hash = session.scalars(select(AccountRow.password_hash)).one()
    assert stored_hash.startswith("$argon2id$")
    assert PASSWORD not in stored_hash
