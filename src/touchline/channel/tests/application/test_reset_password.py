"""A forgotten password: who gets a letter, and what its link does."""

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.channel.application.reset_password import NewPassword
from touchline.channel.domain.accounts import SecondFactor
from touchline.channel.domain.links import Claim, Purpose
from touchline.channel.tests.hall import Hall
from touchline.shared.errors import Invalid, Refused, Throttled
from touchline.shared.principal import Principal

CHOSEN = "another puck in the net"


@pytest.fixture
def hall() -> Hall:
    hall = Hall()
    hall.ada()
    hall.letters.asked.clear()
    return hall


def reset(hall: Hall, claim: Claim, asking: Principal | None = None, password: str = CHOSEN) -> None:
    """Post the form behind the link."""
    hall.reset(NewPassword(claim, password, password), asking or hall.visitor())


def refused(hall: Hall, claim: Claim) -> str:
    """The sentence for a link."""
    with pytest.raises(Refused) as refusal:
        reset(hall, claim)
    return refusal.value.message


def test_a_letter_is_asked_for_a_known_and_an_unknown_address_alike(hall: Hall) -> None:
    for email in (" ADA@example.org", "nobody@example.org"):
        hall.ask_to_reset(email, "", "192.0.2.1", hall.visitor())
    assert hall.letters.asked == [("reset_password", 1, 0), ("reset_password", 0, 0)]


def test_what_is_no_address_is_said(hall: Hall) -> None:
    with pytest.raises(Invalid) as refusal:
        hall.ask_to_reset("ada", "", "192.0.2.1", hall.visitor())
    assert refusal.value.errors == {"email": ["A valid email address is required"]}


@pytest.mark.parametrize("email", ["ada@example.org", "nobody@example.org"])
def test_an_address_gets_five_letters_an_hour_and_nobody_learns_of_the_sixth(hall: Hall, email: str) -> None:
    for _ in range(7):
        hall.ask_to_reset(email, "", "192.0.2.1", hall.visitor())
    assert len(hall.letters.asked) == 5


def test_the_link_takes_another_password_and_shows_whose_the_address_is(hall: Hall) -> None:
    hall.account().temporary_password = True
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    account = hall.account()
    assert account.password_hash == f"hash of {CHOSEN}"
    assert (account.temporary_password, account.email_verified) == (False, True)
    assert hall.letters.asked == [("password_changed", 1, 0)]
    hall.enter(password=CHOSEN)


def test_every_other_session_of_the_viewer_ends(hall: Hall) -> None:
    mine, asking = hall.ada_again(), hall.visitor()
    reset(hall, hall.claim(Purpose.RESET_PASSWORD), asking)
    kept = hall.sessions.get(asking.session_id)
    assert kept is not None and kept.active(hall.clock.now())
    ended = hall.sessions.get(mine.session_id)
    assert ended is not None and ended.ended_at is not None


def test_a_viewer_who_is_logged_in_stays_so_where_they_asked(hall: Hall) -> None:
    mine = hall.ada_again()
    reset(hall, hall.claim(Purpose.RESET_PASSWORD), mine)
    assert [session.id for session in hall.sessions.of_account(hall.account().id)] == [mine.session_id]


def test_a_link_works_once(hall: Hall) -> None:
    claim = hall.claim(Purpose.RESET_PASSWORD)
    reset(hall, claim)
    assert refused(hall, claim) == "Reset password failed"


def test_a_link_is_void_once_the_password_was_changed_otherwise(hall: Hall) -> None:
    claim = hall.claim(Purpose.RESET_PASSWORD)
    hall.account().change_password("hash of that one")
    assert refused(hall, claim) == "Reset password failed"


def test_a_link_works_for_an_hour(hall: Hall) -> None:
    claim = hall.claim(Purpose.RESET_PASSWORD)
    hall.clock.advance(timedelta(hours=1))
    assert refused(hall, claim) == "Reset password key expired"


def test_a_link_of_another_kind_or_with_another_end_or_for_nobody_fails(hall: Hall) -> None:
    claim = hall.claim(Purpose.RESET_PASSWORD)
    later = replace(claim, expires=str(int(claim.expires) + 60))
    for false in (hall.claim(Purpose.VERIFY_EMAIL), later, replace(claim, email="nobody@example.org")):
        assert refused(hall, false) == "Reset password failed"


def test_a_password_that_will_not_do_leaves_the_link_good(hall: Hall) -> None:
    claim = hall.claim(Purpose.RESET_PASSWORD)
    with pytest.raises(Invalid) as refusal:
        hall.reset(NewPassword(claim, "short", "another"), hall.visitor())
    assert refusal.value.errors == {
        "password": ["The password is too short"],
        "password_confirmation": ["PASSWORDS DON'T MATCH"],
    }
    reset(hall, claim)


def keep_out(hall: Hall) -> None:
    """Ada mistypes her password until no more tries are left."""
    for _ in range(10):
        with pytest.raises(Refused):
            hall.enter(password="mistyped")
    with pytest.raises(Throttled):
        hall.enter()


def test_who_mistyped_their_password_too_often_logs_in_by_another_at_once(hall: Hall) -> None:
    keep_out(hall)
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    hall.enter(password=CHOSEN)


def test_a_reset_lets_in_at_once_with_a_second_factor_too(hall: Hall) -> None:
    hall.account().verify_email(hall.clock.now())
    hall.account().second_factor = SecondFactor("sealed", hall.clock.now())
    keep_out(hall)
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    hall.enter(password=CHOSEN, code="123456")


def test_a_temporary_password_is_not_chosen_again(hall: Hall) -> None:
    hall.account().change_password(f"hash of {CHOSEN}", temporary=True)
    with pytest.raises(Invalid, match="temporary one"):
        reset(hall, hall.claim(Purpose.RESET_PASSWORD))


def test_a_second_factor_stays_with_who_had_shown_their_address_and_with_nobody_else(hall: Hall) -> None:
    factor = SecondFactor("sealed", hall.clock.now())
    hall.account().second_factor = factor
    hall.accounts.link(hall.account().id, "google", "17")
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    assert (hall.account().second_factor, hall.accounts.linked) == (None, {})
    hall.account().second_factor = factor
    hall.accounts.link(hall.account().id, "google", "17")
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    assert (hall.account().second_factor, len(hall.accounts.linked)) == (factor, 1)


def test_an_operator_who_was_added_by_an_address_that_nobody_had_shown_stays_one(hall: Hall) -> None:
    hall.accounts.operators.add(hall.account().id, hall.clock.now())
    reset(hall, hall.claim(Purpose.RESET_PASSWORD))
    assert hall.enter(password=CHOSEN).user["operator"] is True
