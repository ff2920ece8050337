"""The token of an unsubscribe link."""

from __future__ import annotations

import re

import pytest

from touchline.engagement.domain.things import About, AboutType
from touchline.engagement.domain.unsubscribing import Leave, UnsubscribeTokens
from touchline.shared.ids import AccountId, ChannelId

LEAVE = Leave(ChannelId(3), AccountId(42), About(AboutType.PARTICIPANT, 7))
TOKENS = UnsubscribeTokens(b"the house's secret")


def test_a_token_says_what_it_was_made_for_and_stands_in_an_address_as_it_is() -> None:
    token = TOKENS.make(LEAVE)
    assert TOKENS.read(token) == LEAVE
    assert re.fullmatch(r"[A-Za-z0-9._-]+", token)


def test_nobody_else_can_make_one() -> None:
    assert TOKENS.read(UnsubscribeTokens(b"another secret").make(LEAVE)) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [("3.42.", "4.42."), ("3.42.", "3.43."), ("participant", "group"), (".7.", ".8."), (".7.", ".7.0.")],
)
def test_a_token_that_was_changed_says_nothing(old: str, new: str) -> None:
    token = TOKENS.make(LEAVE)
    assert old in token
    assert TOKENS.read(token.replace(old, new, 1)) is None


@pytest.mark.parametrize("token", ["", ".", "x", "3.42.participant.7.", "3.42.participant.7", "é.é.é.é.é"])
def test_what_is_no_token_says_nothing(token: str) -> None:
    assert TOKENS.read(token) is None
