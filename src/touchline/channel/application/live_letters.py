"""Letters that a game is live (issue 6): what they name, and how their reader stops them with one click."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from touchline.channel.application.purchase_facts import Told
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.news import News
from touchline.shared.ids import AccountId


class TellOfLiveGames:
    """Asks for the letter; hearing of it twice is one letter."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters

    def __call__(self, account_id: AccountId, event_id: int) -> None:
        """To the viewer who wants to be told."""
        self._letters.ask("event_live", account_id, event_id, f"live-{event_id}-{account_id}")


class LiveFacts:
    """Asks those who keep reminders, when the letter is written."""

    def __init__(self, news: News) -> None:
        self._news = news

    def __call__(self, account_id: AccountId, event_id: int, language: str, site: str) -> Told | None:
        """The facts; None where the game is over meanwhile, or the reminder was taken back."""
        game = self._news.live(account_id, event_id, language)
        if game is None:
            return None
        page = f"{site}/unsubscribe?{urlencode({'token': game.token})}"
        facts = {"event": game.event, "about": game.about, "link": site + game.path, "stop_link": page}
        return Told(facts, unsubscribe=f"{site}/unsubscribe/{quote(game.token, safe='')}")
