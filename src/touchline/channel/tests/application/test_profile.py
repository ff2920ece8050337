"""What a viewer changes of their account."""

from typing import Any

import pytest

from touchline.channel.application.profile import Changes
from touchline.channel.tests.hall import PASSWORD, Hall
from touchline.shared.errors import Invalid, NotLoggedIn, Refused, Throttled
from touchline.shared.principal import Principal

CHOSEN = "another puck in the net"
NEW = {"password": CHOSEN, "password_confirmation": CHOSEN}


class House(Hall):
    """The hall with Ada in it."""

    def __init__(self) -> None:
        super().__init__()
        self.asking = self.ada()
        self.letters.asked.clear()

    def changed(self, **changes: Any) -> dict[str, Any]:
        return self.change(Changes(**changes), self.asking)

    def faults(self, **changes: Any) -> dict[str, list[str]]:
        with pytest.raises(Invalid) as refusal:
            self.changed(**changes)
        return refusal.value.errors


@pytest.fixture
def hall() -> House:
    return House()


def test_what_is_not_sent_stays(hall: House) -> None:
    user = hall.changed(first_name=" Augusta  Ada ")
    assert (user["first_name"], user["last_name"], user["phone"]) == ("Augusta Ada", "Moreau", "15550102030")
    assert hall.account().first_name == "Augusta Ada"
    assert hall.letters.asked == []


def test_a_number_is_changed_and_taken_away(hall: House) -> None:
    assert hall.changed(phone="(555) 010-4060")["phone"] == "5550104060"
    assert hall.changed(phone="")["phone"] is None


def test_the_language_is_one_of_the_channels(hall: House) -> None:
    assert hall.changed(language="fr")["language"] == "fr"
    assert list(hall.faults(language="de")) == ["language"]


def test_ones_own_number_is_not_taken_but_anothers_is(hall: House) -> None:
    hall.ada(email="other@example.org", phone="555 010 7777")
    hall.changed(phone="15550102030")
    taken = {"phone": ["The phone number you have entered is already registered"]}
    assert hall.faults(phone="555-010-7777") == taken


def test_all_that_is_wrong_is_said_at_once(hall: House) -> None:
    changes = {"first_name": "", "last_name": " ", "phone": "12", "password": "short"}
    assert hall.faults(**changes) == {
        "first_name": ["Enter your first name"],
        "last_name": ["Enter your last name"],
        "phone": ["A valid phone number is required"],
        "password": ["The password is too short"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
        "current_password": ["Field is required"],
    }


def test_a_confirmation_alone_is_a_password_that_is_missing(hall: House) -> None:
    assert "password" in hall.faults(password_confirmation=CHOSEN, current_password=PASSWORD)


def test_a_new_password_needs_the_present_one_and_ends_every_other_session(hall: House) -> None:
    other = hall.ada_again()
    with pytest.raises(Refused, match="Incorrect password"):
        hall.changed(**NEW, current_password="wrong")
    assert len(hall.sessions.of_account(hall.account().id)) == 2
    hall.changed(**NEW, current_password=PASSWORD)
    assert hall.account().password_hash == f"hash of {CHOSEN}"
    assert [row.id for row in hall.sessions.of_account(hall.account().id)] == [hall.asking.session_id]
    assert other.session_id != hall.asking.session_id
    assert hall.letters.asked == [("password_changed", 1, 0)]


def test_wrong_present_passwords_slow_down_this_session_and_no_log_in(hall: House) -> None:
    for _ in range(10):
        with pytest.raises(Refused):
            hall.changed(**NEW, current_password="wrong")
    with pytest.raises(Throttled):
        hall.changed(**NEW, current_password=PASSWORD)
    hall.enter()


def test_the_guesses_of_a_stranger_keep_nobody_from_changing_their_password(hall: House) -> None:
    for _ in range(10):
        with pytest.raises(Refused):
            hall.enter(password="a guess")
    with pytest.raises(Throttled):
        hall.enter(password="a guess")
    hall.changed(**NEW, current_password=PASSWORD)


def test_a_change_that_was_under_way_does_not_overrule_a_password_that_was_reset(hall: House) -> None:
    def overtaken(password: str) -> str:
        hall.account().change_password("hash of the owner's")
        return f"hash of {password}"

    hall.passwords.hash = overtaken  # type: ignore[method-assign]
    with pytest.raises(NotLoggedIn):
        hall.changed(**NEW, current_password=PASSWORD)
    assert hall.account().password_hash == "hash of the owner's"


def test_a_temporary_password_is_replaced_without_being_said_again(hall: House) -> None:
    hall.account().change_password("hash of a temporary one", temporary=True)
    assert hall.changed(**NEW)["temporary_password"] is False


def test_a_temporary_password_is_not_chosen_again(hall: House) -> None:
    hall.account().change_password(f"hash of {CHOSEN}", temporary=True)
    again = {"password": ["Please choose another password than the temporary one."]}
    assert {name: told for name, told in hall.faults(**NEW).items() if told} == again
    assert hall.account().temporary_password


def test_who_came_through_another_site_may_choose_a_password(hall: House) -> None:
    hall.account().password_hash = None
    assert hall.changed(**NEW)["has_password"] is True


def test_a_session_of_a_closed_account_is_nobodys(hall: House) -> None:
    hall.account().close(hall.clock.now())
    with pytest.raises(NotLoggedIn):
        hall.changed(first_name="Ada")


def test_a_visitor_has_no_profile(hall: House) -> None:
    visitor: Principal = hall.visitor()
    with pytest.raises(NotLoggedIn):
        hall.change(Changes(), visitor)
