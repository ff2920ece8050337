"""A device that asks to be let in by a code (RFC 8628)."""

from datetime import UTC, datetime, timedelta

import pytest

from touchline.channel.domain.device_grants import (
    LETTERS,
    LIFE,
    DeviceGrant,
    Poll,
    hash_of_user_code,
    new_user_code,
)
from touchline.shared.ids import AccountId, SessionId

NOW = datetime(2026, 11, 21, tzinfo=UTC)
TV, PHONE, OTHER = SessionId(1), SessionId(2), SessionId(3)


def grant() -> DeviceGrant:
    return DeviceGrant(TV, "device", "user", NOW + LIFE)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_a_user_code_has_six_letters_of_which_none_is_a_vowel_or_looks_like_a_digit() -> None:
    codes = [new_user_code() for _ in range(200)]
    assert all(len(code) == 6 and set(code) <= set(LETTERS) for code in codes)
    assert not set(LETTERS) & set("AEIOUY")
    assert len(set(codes)) > 190


@pytest.mark.parametrize("typed", ["kqm-xrt", "KQM XRT", " Kqmxrt ", "K-Q-M-X-R-T"])
def test_capitals_spaces_and_dashes_make_no_difference(typed: str) -> None:
    assert hash_of_user_code(b"secret", typed) == hash_of_user_code(b"secret", "KQMXRT")


def test_a_kept_user_code_cannot_be_tried_out_without_the_secret() -> None:
    assert hash_of_user_code(b"secret", "KQMXRT") != hash_of_user_code(b"another", "KQMXRT")


def test_a_device_that_asks_every_five_seconds_is_told_to_wait() -> None:
    asked = grant()
    assert [asked.asked(TV, after(seconds)) for seconds in (0, 5, 10, 14.6)] == [Poll.PENDING] * 4
    assert asked.interval == 5


def test_each_question_that_comes_too_soon_makes_the_interval_five_seconds_longer() -> None:
    asked = grant()
    told = [asked.asked(TV, after(seconds)) for seconds in (0, 4, 13, 28)]
    assert told == [Poll.PENDING, Poll.TOO_SOON, Poll.TOO_SOON, Poll.PENDING]
    assert asked.interval == 15


def test_a_linked_device_is_let_in_at_once_however_soon_it_asks() -> None:
    asked = grant()
    asked.asked(TV, NOW)
    asked.link(AccountId(7), PHONE)
    assert asked.asked(TV, after(1)) is Poll.LINKED


def test_it_is_over_after_ten_minutes_once_it_was_taken_and_for_any_other_session() -> None:
    asked = grant()
    asked.link(AccountId(7), PHONE)
    assert asked.asked(OTHER, NOW) is Poll.OVER
    assert asked.asked(TV, NOW + LIFE) is Poll.OVER
    asked.taken_at = NOW
    assert asked.asked(TV, NOW) is Poll.OVER


def test_a_code_may_be_typed_once_and_within_ten_minutes() -> None:
    asked = grant()
    assert asked.may_be_linked(NOW + LIFE - timedelta(seconds=1))
    assert not asked.may_be_linked(NOW + LIFE)
    asked.link(AccountId(7), PHONE)
    assert not asked.may_be_linked(NOW)
