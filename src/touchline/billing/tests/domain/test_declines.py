"""Tests for the decline messages that cardholders see."""

from __future__ import annotations

import pytest

from touchline.billing.domain.checkout.declines import ABANDONED, DECLINED, MESSAGES, decline_message


@pytest.mark.parametrize(
    ("code", "phrase"),
    [
        ("insufficient_funds", "insufficient funds"),
        ("expired_card", "expired"),
        ("incorrect_cvc", "security code"),
        ("authentication_required", "confirm this payment"),
        (ABANDONED, "not completed"),
    ],
)
def test_a_helpful_reason_is_shown(code: str, phrase: str) -> None:
    assert phrase in decline_message(code)


@pytest.mark.parametrize("code", ["stolen_card", "lost_card", "fraudulent", "unknown_code", "", None])
def test_a_revealing_or_unknown_reason_has_the_general_message(code: str | None) -> None:
    assert decline_message(code) == DECLINED


def test_all_messages_are_listed_once_for_translation() -> None:
    assert len(set(MESSAGES)) == len(MESSAGES) == 15
