"""Tokens in emails for one-click unsubscribe (RFC 8058).

A token names the viewer and the reminder and is signed. It works without login, on any device and any number
of times. It does not expire, so it works for as long as the email is kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

from touchline.engagement.domain.targets import ReminderTarget, ReminderTargetType
from touchline.shared.ids import AccountId, ChannelId

_SCORE_ALERTS = ".score-alerts"
"""The end of a token that turns off score alerts."""


@dataclass(frozen=True)
class UnsubscribeClaim:
    """The viewer and the reminder target of an unsubscribe link.

    `is_score_alerts`: the link only turns off the score alerts of the reminder.
    """

    channel_id: ChannelId
    account_id: AccountId
    target: ReminderTarget
    is_score_alerts: bool = False


class UnsubscribeTokens:
    """Issues and parses tokens, signed with the deployment's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = hashlib.sha256(b"touchline unsubscribe\0" + secret).digest()

    def issue(self, claim: UnsubscribeClaim) -> str:
        """Return a token of letters, digits, dots, dashes and underscores."""
        target = claim.target
        payload = f"{claim.channel_id}.{claim.account_id}.{target.type.value}.{target.id}"
        if claim.is_score_alerts:
            payload += _SCORE_ALERTS
        return f"{payload}.{self._sign(payload)}"

    def parse(self, token: str) -> UnsubscribeClaim | None:
        """Return the token's claim; None unless this deployment issued the token.

        Compares in constant time.
        """
        payload, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(payload).encode()):
            return None
        is_score_alerts = payload.endswith(_SCORE_ALERTS)
        channel_id, account_id, kind, target_id = payload.removesuffix(_SCORE_ALERTS).split(".")
        target = ReminderTarget(ReminderTargetType(kind), int(target_id))
        return UnsubscribeClaim(
            ChannelId(int(channel_id)), AccountId(int(account_id)), target, is_score_alerts=is_score_alerts
        )

    def _sign(self, payload: str) -> str:
        digest = hmac.new(self._secret, payload.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:24]).decode()
