"""Unsubscribing with one click, from a letter (RFC 8058)."""

from __future__ import annotations

from typing import Any

from touchline.engagement.application.reminders import NamesOfThings
from touchline.engagement.domain.unsubscribing import Leave, UnsubscribeTokens
from touchline.engagement.ports.reminders import Reminders
from touchline.shared.errors import Refused
from touchline.shared.ids import ChannelId

WRONG_LINK = "This link is not valid."


class Unsubscribe:
    """Takes away the reminder that a letter followed from. Needs no log-in and may run twice."""

    def __init__(self, tokens: UnsubscribeTokens, reminders: Reminders, names: NamesOfThings) -> None:
        self._tokens = tokens
        self._reminders = reminders
        self._names = names

    def read(self, token: str) -> Leave:
        """What a token says; `Refused` for one that this house did not make."""
        leave = self._tokens.read(token)
        if leave is None:
            raise Refused(WRONG_LINK)
        return leave

    def __call__(self, channel_id: ChannelId, token: str, language: str) -> dict[str, Any]:
        """What the viewer is not told of any more; `Refused` for a token of another channel, too."""
        leave = self.read(token)
        if leave.channel_id != channel_id:
            raise Refused(WRONG_LINK)
        self._reminders.remove_about(leave.account_id, leave.about)
        about = leave.about
        name = self._names([about], language).get(about, "")
        return {"about_type": about.type.value, "about_id": about.id, "name": name}
