"""Coming back from a social provider: who it is, found out once for each code."""

from dataclasses import dataclass
from datetime import timedelta

from touchline.channel.application.social_ways import AWAY, SealedWays, Way, WrongAuthData
from touchline.channel.domain.keys import hash_of
from touchline.channel.ports.keys import Sessions
from touchline.channel.ports.seal import Broken
from touchline.channel.ports.social import SocialPerson, SocialProviders, SocialRefused
from touchline.channel.ports.social_attempts import SocialAttempts
from touchline.channel.ports.spent import SpentTokens
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class Arrival:
    """What the page posts. `redirect_uri` None: it did not say where it stands. `password` is the account's,
    asked for when a provider is linked to it for the first time."""

    provider: str
    code: str
    state: str
    redirect_uri: str | None = None
    accept_terms: bool = False
    second_factor_code: str | None = None
    password: str | None = None


class WhoCameBack:
    """Asks the provider about a code, or remembers the one it asked about before.

    The state belongs to the session that set out and is used up by the first answer of the provider, whatever
    it is. The provider is asked before anything is written, because SQLite lets one write at a time.
    """

    def __init__(
        self,
        social: SocialProviders,
        ways: SealedWays,
        sessions: Sessions,
        spent: SpentTokens,
        attempts: SocialAttempts,
        clock: Clock,
    ) -> None:
        self._social = social
        self._ways = ways
        self._sessions = sessions
        self._spent = spent
        self._attempts = attempts
        self._clock = clock

    def __call__(self, arrival: Arrival, asking: Principal) -> SocialPerson:
        """The person; `NotFound` for a provider that is not set up, `WrongAuthData`, `SocialUnavailable`."""
        if arrival.provider not in self._social.names():
            raise NotFound
        if not self._attempts.waits(asking.session_id, hash_of(arrival.code)):
            return self._exchanged(arrival, self._way(arrival, asking, AWAY))
        self._way(arrival, asking, 2 * AWAY)
        kept = self._attempts.take(asking.session_id, hash_of(arrival.code), self._clock.now())
        if kept is None:
            raise WrongAuthData
        return self._ways.person(kept)

    def let_wait(self, arrival: Arrival, asking: Principal, person: SocialPerson) -> None:
        """Remember the person for the next post of the same code and state."""
        until = self._clock.now() + AWAY
        self._attempts.keep(asking.session_id, hash_of(arrival.code), self._ways.sealed(person), until)

    def _way(self, arrival: Arrival, asking: Principal, within: timedelta) -> Way:
        """The way of a state, if it is this browser's."""
        try:
            way = self._ways.read(arrival.state, within=within)
        except Broken:
            raise WrongAuthData from None
        session = self._sessions.get(asking.session_id)
        own = session is not None and session.key_hash == way.session
        same_place = arrival.redirect_uri in (None, way.redirect_uri)
        if not (own and same_place and way.provider == arrival.provider):
            raise WrongAuthData
        return way

    def _exchanged(self, arrival: Arrival, way: Way) -> SocialPerson:
        try:
            person = self._social.person(
                way.provider,
                code=arrival.code,
                nonce=way.nonce,
                redirect_uri=way.redirect_uri,
                verifier=way.verifier,
            )
        except SocialRefused:
            self._spend(way)
            raise WrongAuthData from None
        if not self._spend(way):
            raise WrongAuthData
        return person

    def _spend(self, way: Way) -> bool:
        return self._spent.spend("social", hash_of(way.nonce), self._clock.now() + 2 * AWAY)
