"""Tests for the decline messages that cardholders see."""

from __future__ import annotations

import pytest

from touchline.billing.domain.checkout.declines import ABANDONED, DECLINED, MESSAGES, decline_message


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("insufficient_funds", "insufficient funds"),
        ("expired_card", "expired"),
        ("incorrect_cvc", "security code"),
        ("authentication_required", "confirm this payment"),
        (ABANDONED, "not completed"),
    ],
)
def test_a_helpful_reason_is_shown(code: str, words: str) -> None:
    assert words in decline_message(code)


@pytest.mark.parametrize("code", ["stolen_card", "lost_card", "fraudulent", "never heard of", "", None])
def test_a_reason_that_would_help_a_thief_or_is_unknown_is_a_plain_refusal(code: str | None) -> None:
    assert decline_message(code) == DECLINED


def test_all_sentences_are_listed_once_for_whoever_translates_them() -> None:
    assert len(set(MESSAGES)) == len(MESSAGES) == 15
