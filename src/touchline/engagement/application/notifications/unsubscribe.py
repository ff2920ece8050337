"""One-click unsubscribe from emails (RFC 8058)."""

from __future__ import annotations

from typing import Any

from touchline.engagement.application.reminders import TargetNames
from touchline.engagement.domain.unsubscribe_tokens import UnsubscribeClaim, UnsubscribeTokens
from touchline.engagement.ports.reminders import Reminders
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId

INVALID_LINK = ErrorMessage(
    "errors.invalid_link", "This link is not valid. Use the link from the latest email."
)


class Unsubscribe:
    """Deletes the reminder that caused an email, or turns off its score alerts.

    Needs no login. Idempotent.
    """

    def __init__(self, tokens: UnsubscribeTokens, reminders: Reminders, target_names: TargetNames) -> None:
        self._tokens = tokens
        self._reminders = reminders
        self._target_names = target_names

    def read_token(self, token: str) -> UnsubscribeClaim:
        """Return the token's claim. Raises `RefusedError` unless this deployment issued the token."""
        claim = self._tokens.parse(token)
        if claim is None:
            raise RefusedError(INVALID_LINK)
        return claim

    def __call__(self, channel_id: ChannelId, token: str, language: str) -> dict[str, Any]:
        """Delete the reminder, or turn off its score alerts, and return its target.

        Raises `RefusedError` also for a token of another channel.
        """
        claim = self.read_token(token)
        if claim.channel_id != channel_id:
            raise RefusedError(INVALID_LINK)
        target = claim.target
        if claim.is_score_alerts:
            self._reminders.set_score_alerts(claim.account_id, target, is_on=False)
        else:
            self._reminders.remove_by_target(claim.account_id, target)
        name = self._target_names([target], language).get(target, "")
        return {
            "about_type": target.type.value,
            "about_id": target.id,
            "name": name,
            "score_alerts": claim.is_score_alerts,
        }
