"""Log-in: by what, how often, and how little a refusal tells."""

from dataclasses import replace

import pytest

from touchline.channel.domain.accounts import SecondFactor
from touchline.channel.domain.keys import hash_of
from touchline.channel.tests.hall import FORM, PASSWORD, Hall
from touchline.shared.errors import Invalid, Refused, Throttled
from touchline.shared.ids import AccountId


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall.ada()
    hall.letters.asked.clear()
    hall.passwords.compared = 0
    return hall


@pytest.mark.parametrize(
    "login", ["ada@example.org", " ADA@EXAMPLE.ORG ", "+1 (555) 010-2030", "15550102030"]
)
def test_an_address_and_a_number_open_the_account_however_they_are_typed(hall: Hall, login: str) -> None:
    assert hall.enter(login=login).user["id"] == 1


def test_the_old_key_opens_nothing_after_the_log_in(hall: Hall) -> None:
    asking = hall.visitor()
    entered = hall.enter(asking)
    old, new = hall.sessions.get(asking.session_id), hall.sessions.by_hash(hash_of(entered.api_key))
    assert old is not None and new is not None
    assert not old.active(hall.clock.now())
    assert (new.account_id, new.country) == (1, "US")
    assert (new.expires_at - hall.clock.now()).days == 360


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ada@example.org", "wrong"),
        ("nobody@example.org", PASSWORD),
        ("15550109999", PASSWORD),
        ("no address at all", PASSWORD),
    ],
)
def test_a_wrong_password_and_an_unknown_account_differ_neither_in_text_nor_in_time(
    hall: Hall, login: str, password: str
) -> None:
    with pytest.raises(Refused) as refusal:
        hall.enter(login=login, password=password)
    assert refusal.value.message == "Invalid email or password. Please try again."
    assert (refusal.value.code, refusal.value.extra) == ("errors.refused", {})
    assert hall.passwords.compared == 1


def test_an_account_without_a_password_is_opened_by_none(hall: Hall) -> None:
    hall.account().password_hash = None
    with pytest.raises(Refused):
        hall.enter(password="None")
    assert hall.passwords.compared == 1


def test_a_password_that_is_changed_while_it_is_compared_opens_no_session(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, compare = hall.sessions.of_account(AccountId(1)), hall.passwords.matches

    def changed_meanwhile(kept: str | None, password: str) -> bool:
        found = compare(kept, password)
        hall.account().password_hash = hall.passwords.hash("another password")
        return found

    monkeypatch.setattr(hall.passwords, "matches", changed_meanwhile)
    with pytest.raises(Refused, match="Invalid email or password"):
        hall.enter()
    assert hall.sessions.of_account(AccountId(1)) == before


def test_empty_fields_are_said(hall: Hall) -> None:
    with pytest.raises(Invalid) as refusal:
        hall.enter(login="", password="")
    assert refusal.value.errors == {"login": ["Field is required"], "password": ["Field is required"]}


def test_who_is_logged_in_does_not_log_in(hall: Hall) -> None:
    with pytest.raises(Refused, match="You are already logged in"):
        hall.enter(hall.ada_again())


@pytest.mark.parametrize("login", ["ada@example.org", "nobody@example.org"])
def test_after_ten_wrong_passwords_no_other_is_looked_at(hall: Hall, login: str) -> None:
    for _ in range(10):
        with pytest.raises(Refused):
            hall.enter(login=login, password="wrong")
    compared = hall.passwords.compared
    with pytest.raises(Throttled):
        hall.enter(login=login)
    assert hall.passwords.compared == compared


def test_address_and_number_of_an_account_share_their_count(hall: Hall) -> None:
    for login in ["ada@example.org", "15550102030"] * 5:
        with pytest.raises(Refused):
            hall.enter(login=login, password="wrong")
    with pytest.raises(Throttled):
        hall.enter()


def test_the_right_password_clears_the_count(hall: Hall) -> None:
    for _ in range(2):
        for _ in range(9):
            with pytest.raises(Refused):
                hall.enter(password="wrong")
        hall.enter()


def test_who_brings_the_right_password_and_a_wrong_code_clears_the_count_of_passwords(hall: Hall) -> None:
    hall.account().second_factor = SecondFactor("sealed", hall.clock.now())
    for _ in range(20):
        with pytest.raises(Refused, match="code is wrong"):
            hall.enter(code="000000")


def test_a_weaker_hash_is_made_again_and_links_to_reset_the_password_stay_good(hall: Hall) -> None:
    account = hall.account()
    account.password_hash = f"hash of {PASSWORD}"
    hall.passwords.weak = {account.password_hash}
    hall.enter()
    assert hall.passwords.hashed == [PASSWORD, PASSWORD]
    assert hall.account().credentials_version == account.credentials_version


def test_a_device_that_was_not_seen_before_is_told_in_a_letter_once(hall: Hall) -> None:
    hall.enter(user_agent=FORM.user_agent)
    assert hall.letters.asked == []
    session_id = hall.enter(user_agent="A telephone").session_id
    hall.enter(user_agent="A telephone")
    assert hall.letters.asked == [("new_device", 1, session_id)]


def test_a_device_stays_known_after_its_session_ended(hall: Hall) -> None:
    hall.devices.log_out(hall.ada_again(user_agent="A telephone"))
    hall.letters.asked.clear()
    hall.enter(user_agent="A telephone")
    assert hall.letters.asked == []


def test_a_robot_is_refused_before_its_password_is_looked_at() -> None:
    hall = Hall(robots="recaptcha")
    hall.register(replace(FORM, robot_token="pass"), hall.visitor())
    for token in ("", "fail"):
        with pytest.raises(Invalid) as refusal:
            hall.enter(robot_token=token)
        assert list(refusal.value.errors) == ["robot_token"]
    assert hall.passwords.compared == 0
    assert hall.enter(robot_token="pass").user["id"] == 1
