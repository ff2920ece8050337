"""What a viewer is told about an event that is live: by push, and in a letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from touchline.engagement.application.reminders import NamesOfThings
from touchline.engagement.domain.pushes import PushNote, may_be_pushed
from touchline.engagement.domain.reminders import LiveGame
from touchline.engagement.domain.unsubscribing import Leave, UnsubscribeTokens
from touchline.engagement.ports.browsers import Browser, Browsers
from touchline.engagement.ports.catalogue import Catalogue
from touchline.engagement.ports.channel_facts import ChannelFacts
from touchline.engagement.ports.preferences import Preferences
from touchline.engagement.ports.push import PushUnavailable
from touchline.engagement.ports.reminders import Reminders, Told
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.text import LocalText, pick

LIVE: LocalText = {"en": "Live now on {channel}", "fr": "En direct maintenant sur {channel}"}
QUIET = "It is quiet there now."
LEAST, MOST = timedelta(minutes=10), timedelta(hours=4)
"""How long a push service keeps a push for a browser that is away."""


@dataclass(frozen=True)
class LiveNews:
    """What a letter says: the event and its page (a path), what the reminder is about, and the token by
    which it is taken away. It tells no score."""

    event_id: int
    event_name: str
    path: str
    about_type: str
    about_id: int
    about_name: str
    token: str


class TellOfLive:
    """Finds words for what is live; None where there is nothing to tell any more."""

    def __init__(
        self,
        reminders: Reminders,
        preferences: Preferences,
        catalogue: Catalogue,
        names: NamesOfThings,
        channel_facts: ChannelFacts,
        tokens: UnsubscribeTokens,
    ) -> None:
        self._reminders = reminders
        self._preferences = preferences
        self._catalogue = catalogue
        self._names = names
        self._channel_facts = channel_facts
        self._tokens = tokens

    def __call__(self, account_id: AccountId, event_id: int, language: str) -> LiveNews | None:
        """For the letter of a viewer; None once the event is over, the reminder is taken away, or letters are
        not wanted any more."""
        if not self._preferences.news(account_id).by_mail:
            return None
        game = live_game(self._catalogue, event_id)
        about = self._reminders.nearest(account_id, game.abouts) if game else None
        event = self._catalogue.events([event_id], language).get(event_id)
        if about is None or event is None:
            return None
        token = self._tokens.make(Leave(self._channel_facts.now().id, account_id, about))
        name = self._names([about], language).get(about, event.name)
        path = _path(event_id)
        return LiveNews(event_id, event.name, path, about.type.value, about.id, name, token)


class PushLive:
    """The pushes of one viewer about one event: to each browser once, as far as can be known."""

    def __init__(
        self,
        reminders: Reminders,
        told: Told,
        browsers: Browsers,
        preferences: Preferences,
        catalogue: Catalogue,
        channel_facts: ChannelFacts,
        clock: Clock,
    ) -> None:
        self._reminders = reminders
        self._told = told
        self._browsers = browsers
        self._preferences = preferences
        self._catalogue = catalogue
        self._channel_facts = channel_facts
        self._clock = clock

    def prepare(self, account_id: AccountId, event_id: int) -> tuple[PushNote, list[Browser]] | None:
        """What is to be said, and to which browsers it was not yet. None once it is over, not wanted any
        more, or the account is closed. `PushUnavailable` where a push that had to wait comes into quiet
        hours: later, if it is still live then."""
        reached = self._told.reached(account_id, event_id)
        game = live_game(self._catalogue, event_id)
        language = self._channel_facts.language_of(account_id)
        if reached is None or game is None or language is None or not self._is_wanted(account_id, game):
            return None
        browsers = [one for one in self._reachable(account_id) if one.id not in reached]
        event = self._catalogue.events([event_id], language).get(event_id)
        return (self._note(game, event.name, language), browsers) if event else None

    def reached(self, account_id: AccountId, event_id: int, browser: Browser) -> None:
        """A browser has it."""
        self._told.reach(account_id, event_id, browser.id)

    def gone(self, browser: Browser) -> None:
        """A browser takes no pushes any more."""
        self._browsers.forget([browser.id])

    def _reachable(self, account_id: AccountId) -> list[Browser]:
        """The browsers whose session still goes on; the others are forgotten. A session that expired ends
        its browser here, as nobody announces it."""
        open_sessions = self._channel_facts.open_sessions(account_id)
        browsers = self._browsers.of(account_id)
        ended = [one.id for one in browsers if not may_be_pushed(one.session_id, open_sessions)]
        if ended:
            self._browsers.forget(ended)
        return [one for one in browsers if one.id not in ended]

    def _is_wanted(self, account_id: AccountId, game: LiveGame) -> bool:
        settings = self._preferences.news(account_id)
        if not settings.by_push or self._reminders.nearest(account_id, game.abouts) is None:
            return False
        if settings.is_quiet(self._clock.now(), self._channel_facts.now().time_zone):
            raise PushUnavailable(QUIET)
        return True

    def _note(self, game: LiveGame, name: str, language: str) -> PushNote:
        channel = self._channel_facts.now()
        left = min(max(game.ends_at - self._clock.now(), LEAST), MOST)
        body = pick(LIVE, language, channel.language).format(channel=channel.name)
        tag = f"live-{game.event_id}"
        return PushNote(name, body, _path(game.event_id), tag, int(left.total_seconds()))


def live_game(catalogue: Catalogue, event_id: int) -> LiveGame | None:
    """The event, if it is live now."""
    return next((game for game in catalogue.live() if game.event_id == event_id), None)


def _path(event_id: int) -> str:
    return f"/watch/{event_id}"
