"""What letters tell of what viewers follow and say (port `News` of context `channel`)."""

from __future__ import annotations

from dataclasses import fields

from touchline.channel.ports.news import LiveGame, WrittenForm
from touchline.engagement.facade import EngagementFacade
from touchline.shared.ids import AccountId


class NewsForLetters:
    """Asks engagement."""

    def __init__(self, engagement: EngagementFacade) -> None:
        self._engagement = engagement

    def live(self, account_id: AccountId, event_id: int, language: str) -> LiveGame | None:
        """What a viewer is told of an event that is live."""
        told = self._engagement.live_news(account_id, event_id, language)
        return LiveGame(told.event_name, told.path, told.about_name, told.token) if told else None

    def written_form(self, request_id: int) -> WrittenForm | None:
        """A filled-in form."""
        told = self._engagement.request_news(request_id)
        if told is None:
            return None
        return WrittenForm(**{one.name: getattr(told, one.name) for one in fields(WrittenForm)})
