"""Registration: who may, what is wrong with a form, and what follows."""

from dataclasses import replace
from typing import Any

import pytest

from touchline.channel.domain.accounts import Account
from touchline.channel.domain.keys import hash_of
from touchline.channel.events import AccountRegistered
from touchline.channel.ports.accounts import Taken
from touchline.channel.tests.hall import FORM, ONE, PASSWORD, Hall
from touchline.shared.errors import Invalid, Refused, Throttled
from touchline.shared.ids import AccountId


@pytest.fixture
def hall() -> Hall:
    return Hall()


def faults(hall: Hall, **changes: Any) -> dict[str, list[str]]:
    """What a form with these changes is refused for."""
    with pytest.raises(Invalid) as refusal:
        hall.register(replace(FORM, **changes), hall.visitor())
    return refusal.value.errors


def test_an_account_is_kept_as_it_was_typed_but_for_spaces_and_signs_of_the_number(hall: Hall) -> None:
    form = replace(FORM, first_name="  Ada \t Mae ", email=" Ada@Example.org ")
    entered = hall.register(form, hall.visitor("fr"))
    account = hall.account()
    assert (account.email, account.first_name, account.phone) == ("Ada@Example.org", "Ada Mae", "15550102030")
    assert (account.language, account.created_at) == ("fr", hall.clock.now())
    assert (account.email_verified, account.temporary_password) == (False, False)
    assert account.password_hash == f"hash of {PASSWORD}"
    assert entered.user["email"] == "Ada@Example.org"
    assert "password_hash" not in entered.user


def test_whoever_registers_is_logged_in_under_another_key(hall: Hall) -> None:
    asking = hall.visitor()
    entered = hall.register(FORM, asking)
    old, new = hall.sessions.get(asking.session_id), hall.sessions.by_hash(hash_of(entered.api_key))
    assert old is not None and new is not None
    assert old.ended_at == hall.clock.now()
    assert new.account_id == entered.user["id"]
    assert new.active(hall.clock.now())


def test_others_hear_of_it_and_a_letter_asks_whose_the_address_is(hall: Hall) -> None:
    hall.ada()
    assert hall.announced.events == [AccountRegistered(ONE, AccountId(1))]
    assert hall.letters.asked == [("verify_email", 1, 0)]


def test_all_that_is_wrong_is_said_at_once(hall: Hall) -> None:
    nothing = dict.fromkeys(("first_name", "last_name", "email", "password"), "")
    assert faults(hall, **nothing, phone="12", password_confirmation="x", accept_terms=False) == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "email": ["Enter your Email"],
        "phone": ["A valid phone number is required"],
        "password": ["Field is required"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
        "accept_terms": ["Please accept terms & conditions"],
    }
    assert hall.accounts.rows == {}
    assert hall.letters.asked == []


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
            {"password": ["This password is known from data breaches. Please choose another."]},
        ),
    ],
)
def test_a_field_says_what_is_wrong_with_it(
    hall: Hall, changes: dict[str, str], expected: dict[str, list[str]]
) -> None:
    assert faults(hall, **changes) == expected


def test_an_address_has_one_account_however_it_is_typed_and_so_has_a_number(hall: Hall) -> None:
    hall.ada()
    assert faults(hall, email="ADA@EXAMPLE.ORG", phone="1-555-010-2030") == {
        "email": ["The email address you have entered is already registered"],
        "phone": ["The phone number you have entered is already registered"],
    }


def test_a_phone_may_be_left_out_by_everybody(hall: Hall) -> None:
    hall.ada(phone="")
    hall.ada(phone=" ", email="other@example.org")
    assert [account.phone for account in hall.accounts.rows.values()] == [None, None]


def test_of_two_at_once_one_is_told_that_the_address_is_taken(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faster(account: Account) -> None:
        raise Taken("email")

    monkeypatch.setattr(hall.accounts, "add", faster)
    assert list(faults(hall)) == ["email"]
    assert hall.announced.events == []


def test_who_is_logged_in_does_not_register(hall: Hall) -> None:
    with pytest.raises(Refused, match="You are already logged in"):
        hall.register(FORM, hall.ada())


def test_a_robot_learns_nothing_about_the_form() -> None:
    hall = Hall(robots="recaptcha")
    assert list(faults(hall, email="nobody")) == ["robot_token"]
    hall.register(replace(FORM, robot_token="pass"), hall.visitor())


def test_an_address_registers_a_hundred_times_an_hour_and_not_more(hall: Hall) -> None:
    for number in range(100):
        hall.ada(email=f"{number}@example.org", phone="", ip=f"2001:db8::{number}")
    with pytest.raises(Throttled):
        hall.ada(email="last@example.org", phone="", ip="2001:db8::ffff")
    hall.ada(email="last@example.org", phone="", ip="2001:db8:1::1")
