"""Tests for the tokens that cancel a renewal without login."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from touchline.billing.domain.renewals.renewal_tokens import RenewalClaim, RenewalTokens
from touchline.shared.ids import ChannelId, OrderId

CLAIM = RenewalClaim(ChannelId(1), OrderId(7), datetime(2026, 12, 1, tzinfo=UTC))


def test_a_token_names_its_order_and_renewal() -> None:
    tokens = RenewalTokens(b"secret")
    assert tokens.parse(tokens.issue(CLAIM)) == CLAIM


@pytest.mark.parametrize("token", ["", ".", "1.7.1", "1.7.99.x", "é", "a.b.c.d", "1.7." + "9" * 200])
def test_a_token_that_was_not_issued_is_refused(token: str) -> None:
    assert RenewalTokens(b"secret").parse(token) is None


def test_a_token_cannot_be_changed_or_signed_by_another_deployment() -> None:
    tokens = RenewalTokens(b"secret")
    token = tokens.issue(CLAIM)
    assert tokens.parse(token.replace(".7.", ".8.")) is None
    assert RenewalTokens(b"another").parse(token) is None
