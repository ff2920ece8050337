"""The token of an unsubscribe link."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim, UnsubscribeTokens
from touchline.shared.ids import AccountId, ChannelId

CLAIM = UnsubscribeClaim(ChannelId(3), AccountId(42), ReminderTarget(ReminderTargetType.PARTICIPANT, 7))
TOKENS = UnsubscribeTokens(b"the deployment's secret")


def test_a_token_holds_its_claim_and_is_url_safe() -> None:
    token = TOKENS.issue(CLAIM)
    assert TOKENS.parse(token) == CLAIM
    assert re.fullmatch(r"[A-Za-z0-9._-]+", token)


def test_a_token_can_turn_off_only_score_alerts() -> None:
    claim = replace(CLAIM, is_score_alerts=True)
    token = TOKENS.issue(claim)
    assert TOKENS.parse(token) == claim
    assert TOKENS.parse(token.replace(".score-alerts", "")) is None


def test_a_token_signed_with_another_secret_is_invalid() -> None:
    assert TOKENS.parse(UnsubscribeTokens(b"another secret").issue(CLAIM)) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [("3.42.", "4.42."), ("3.42.", "3.43."), ("participant", "group"), (".7.", ".8."), (".7.", ".7.0.")],
)
def test_a_changed_token_is_invalid(old: str, new: str) -> None:
    token = TOKENS.issue(CLAIM)
    assert old in token
    assert TOKENS.parse(token.replace(old, new, 1)) is None


@pytest.mark.parametrize("token", ["", ".", "x", "3.42.participant.7.", "3.42.participant.7", "é.é.é.é.é"])
def test_a_malformed_token_is_invalid(token: str) -> None:
    assert TOKENS.parse(token) is None
