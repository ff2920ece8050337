"""What every answer of the catalogue starts from: who asks, in which channel, at what time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.answers import Teller
from touchline.catalog.domain.access import Viewer
from touchline.catalog.ports.addresses import Addresses
from touchline.catalog.ports.channel_facts import ChannelFacts, Facts
from touchline.shared.clock import Clock
from touchline.shared.geo import EVERYWHERE, UNKNOWN_COUNTRY, GeoRule
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class Asking:
    """One question: the viewer as the access rule sees them, the channel's facts and the instant."""

    principal: Principal
    facts: Facts
    now: datetime
    teller: Teller

    @property
    def viewer(self) -> Viewer:
        """Who asks, for the access rule."""
        return Viewer(logged_in=self.principal.logged_in, country=self.principal.country)

    def region(self, rule: GeoRule = EVERYWHERE) -> str | None:
        """The country that a playable address is good for; None where no rule looks at countries."""
        if not (self.facts.geo.is_set or rule.is_set):
            return None
        return self.principal.country or UNKNOWN_COUNTRY


class Desk:
    """Takes questions in: gathers what does not depend on what is asked."""

    def __init__(self, channel_facts: ChannelFacts, addresses: Addresses, clock: Clock) -> None:
        self._channel_facts = channel_facts
        self._addresses = addresses
        self._clock = clock

    def take(self, principal: Principal) -> Asking:
        """The question of a principal, now."""
        facts = self._channel_facts.now()
        teller = self._teller_of(facts, principal.language)
        return Asking(principal, facts, self._clock.now(), teller)

    def teller(self, language: str) -> Teller:
        """For answers that are the same for every viewer."""
        return self._teller_of(self._channel_facts.now(), language)

    def _teller_of(self, facts: Facts, language: str) -> Teller:
        return Teller(language, facts.language, self._addresses, facts.time_zone)

    def now(self) -> datetime:
        """The present instant."""
        return self._clock.now()

    def time_zone(self) -> str:
        """The channel's time zone (IANA)."""
        return self._channel_facts.now().time_zone
