"""Showing whose an address is."""

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.channel.application.entering import TEMPORARY_EXPIRED
from touchline.channel.application.verify_email import PROOF_WANTED, Verification
from touchline.channel.domain.links import Claim, Purpose
from touchline.channel.tests.hall import PASSWORD, Hall
from touchline.shared.errors import Refused, Throttled
from touchline.shared.principal import Principal


@pytest.fixture
def hall() -> Hall:
    return Hall()


def press(hall: Hall, claim: Claim, asking: Principal | None = None, password: str = PASSWORD) -> None:
    """Somebody presses the button behind the link; by default with the account's password."""
    hall.verify(Verification(claim, password, "192.0.2.1"), asking or hall.visitor())


def refused(hall: Hall, claim: Claim, asking: Principal | None = None, password: str = PASSWORD) -> str:
    """The sentence for a link."""
    with pytest.raises(Refused) as refusal:
        press(hall, claim, asking, password)
    return refusal.value.message


def test_the_link_verifies_the_address_and_says_so_when_it_is_used_again(hall: Hall) -> None:
    hall.ada()
    claim = hall.claim(Purpose.VERIFY_EMAIL)
    press(hall, claim)
    assert hall.account().email_verified_at == hall.clock.now()
    assert refused(hall, claim) == "Email already verified"
    hall.clock.advance(timedelta(days=4))
    assert refused(hall, claim) == "Email already verified"


def test_a_link_works_for_three_days(hall: Hall) -> None:
    hall.ada()
    claim = hall.claim(Purpose.VERIFY_EMAIL)
    hall.clock.advance(timedelta(days=3))
    assert refused(hall, claim) == "Verification failed"
    assert not hall.account().email_verified


def test_a_false_link_fails_and_does_not_tell_whether_the_address_is_verified(hall: Hall) -> None:
    hall.ada()
    good = hall.claim(Purpose.VERIFY_EMAIL)
    press(hall, good)
    for false in (
        replace(good, signature="0" * 64),
        replace(good, signature="é"),
        replace(good, expires="soon"),
        replace(good, email="nobody@example.org"),
        hall.claim(Purpose.RESET_PASSWORD),
    ):
        assert refused(hall, false) == "Verification failed"


def test_the_letter_is_sent_again_until_the_address_is_verified(hall: Hall) -> None:
    ada = hall.ada()
    hall.ask_to_verify(ada)
    assert hall.letters.asked == [("verify_email", 1, 0)] * 2
    press(hall, hall.claim(Purpose.VERIFY_EMAIL), ada)
    with pytest.raises(Refused, match="Email already verified"):
        hall.ask_to_verify(ada)


def test_nobody_gets_more_than_five_of_these_letters_in_an_hour(hall: Hall) -> None:
    ada = hall.ada()
    for _ in range(5):
        hall.ask_to_verify(ada)
    with pytest.raises(Throttled):
        hall.ask_to_verify(ada)


def test_the_session_of_the_account_verifies_without_its_password(hall: Hall) -> None:
    ada = hall.ada()
    press(hall, hall.claim(Purpose.VERIFY_EMAIL), ada, "")
    assert hall.account().email_verified


def test_an_expired_temporary_password_verifies_nothing(hall: Hall) -> None:
    hall.ada()
    account = hall.account()
    account.temporary_password, account.temporary_until = True, hall.clock.now()
    assert refused(hall, hall.claim(Purpose.VERIFY_EMAIL)) == TEMPORARY_EXPIRED
    assert not hall.account().email_verified


def test_the_link_alone_verifies_nothing_whoever_opens_it(hall: Hall) -> None:
    hall.ada()
    bea = hall.ada(email="bea@example.org", phone="")
    link = hall.claim(Purpose.VERIFY_EMAIL)
    for asking in (hall.visitor(), bea):
        assert refused(hall, link, asking, "") == PROOF_WANTED
        assert refused(hall, link, asking, "a guess of mine") == "Incorrect password"
    assert not hall.account().email_verified


def test_guesses_at_the_password_behind_a_link_count_with_those_of_log_in(hall: Hall) -> None:
    hall.ada()
    link = hall.claim(Purpose.VERIFY_EMAIL)
    for _ in range(10):
        refused(hall, link, None, "a guess of mine")
    with pytest.raises(Throttled):
        press(hall, link)
    assert "wrong_passwords" in str(hall.letters.asked)
