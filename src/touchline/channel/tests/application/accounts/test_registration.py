"""Registration: who may register, form errors, and the effects."""

from dataclasses import replace
from typing import Any

import pytest

from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.keys import hash_key
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts.accounts import DuplicateAccountError
from touchline.channel.tests.account_harness import CHANNEL_ID, FORM, PASSWORD, AccountHarness
from touchline.shared.errors import InvalidInputError, RefusedError
from touchline.shared.ids import AccountId


@pytest.fixture
def harness() -> AccountHarness:
    return AccountHarness()


def get_errors(harness: AccountHarness, **changes: Any) -> dict[str, list[str]]:
    """Return the errors of a form with these changes."""
    with pytest.raises(InvalidInputError) as error:
        harness.register(replace(FORM, **changes), harness.visitor())
    return error.value.errors


def test_an_account_is_stored_with_normalized_spaces_and_phone_number(harness: AccountHarness) -> None:
    form = replace(FORM, first_name="  Ada \t Mae ", email=" Ada@Example.org ")
    login_result = harness.register(form, harness.visitor("fr"))
    account = harness.account()
    assert (account.email, account.first_name, account.phone) == ("Ada@Example.org", "Ada Mae", "15550102030")
    assert (account.language, account.created_at) == ("fr", harness.clock.now())
    assert (account.email_verified, account.temporary_password) == (False, False)
    assert account.password_hash == f"hash of {PASSWORD}"
    assert login_result.user["email"] == "Ada@Example.org"
    assert "password_hash" not in login_result.user


def test_registration_logs_in_with_a_new_key(harness: AccountHarness) -> None:
    principal = harness.visitor()
    login_result = harness.register(FORM, principal)
    old, new = (
        harness.sessions.get(principal.session_id),
        harness.sessions.get_by_key_hash(hash_key(login_result.api_key)),
    )
    assert old is not None and new is not None
    assert old.ended_at == harness.clock.now()
    assert new.account_id == login_result.user["id"]
    assert new.is_active(harness.clock.now())


def test_registration_publishes_an_event_and_sends_a_verification_email(harness: AccountHarness) -> None:
    harness.ada()
    assert harness.publisher.events == [AccountRegistered(CHANNEL_ID, AccountId(1))]
    assert harness.email_queue.queued == [("verify_email", 1, 0)]


def test_all_errors_are_reported_together(harness: AccountHarness) -> None:
    empty_fields = dict.fromkeys(("first_name", "last_name", "email", "password"), "")
    assert get_errors(harness, **empty_fields, phone="12", password_confirmation="x", accept_terms=False) == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "email": ["Enter your Email"],
        "phone": ["A valid phone number is required"],
        "password": ["Field is required"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
        "accept_terms": ["Please accept terms & conditions"],
    }
    assert harness.accounts.rows == {}
    assert harness.email_queue.queued == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"email": "nobody"}, {"email": ["A valid email address is required"]}),
        ({"email": f"{'a' * 250}@b.ca"}, {"email": ["Field length must be less than 254"]}),
        ({"first_name": "a" * 81}, {"first_name": ["Field length must be less than 80"]}),
        (
            {"password": "short", "password_confirmation": "short"},
            {"password": ["The password is too short"]},
        ),
        (
            {"password": "a" * 129, "password_confirmation": "a" * 129},
            {"password": ["Field length must be less than 128"]},
        ),
        (
            {"password": "password", "password_confirmation": "password"},
            {"password": ["This password has appeared in a data breach. Choose another one."]},
        ),
    ],
)
def test_each_field_reports_its_error(
    harness: AccountHarness, changes: dict[str, str], expected: dict[str, list[str]]
) -> None:
    assert get_errors(harness, **changes) == expected


def test_address_and_phone_number_are_unique_in_any_spelling(harness: AccountHarness) -> None:
    harness.ada()
    assert get_errors(harness, email="ADA@EXAMPLE.ORG", phone="1-555-010-2030") == {
        "email": ["The email address you have entered is already registered"],
        "phone": ["The phone number you have entered is already registered"],
    }


def test_a_phone_number_is_optional(harness: AccountHarness) -> None:
    harness.ada(phone="")
    harness.ada(phone=" ", email="other@example.org")
    assert [account.phone for account in harness.accounts.rows.values()] == [None, None]


def test_of_two_concurrent_registrations_one_gets_the_address(
    harness: AccountHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_duplicate(account: Account) -> None:
        raise DuplicateAccountError("email")

    monkeypatch.setattr(harness.accounts, "add", raise_duplicate)
    assert list(get_errors(harness)) == ["email"]
    assert harness.publisher.events == []


def test_a_logged_in_viewer_cannot_register(harness: AccountHarness) -> None:
    with pytest.raises(RefusedError, match="You are already logged in"):
        harness.register(FORM, harness.ada())


def test_a_robot_gets_no_form_errors() -> None:
    harness = AccountHarness(robot_provider="recaptcha")
    assert list(get_errors(harness, email="nobody")) == ["robot_token"]
    harness.register(replace(FORM, robot_token="pass"), harness.visitor())
