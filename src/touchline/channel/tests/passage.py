"""The entrance hall with a door to other sites, for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from touchline.channel.application.entering import Enter, Entered
from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.application.social import Browser, EnterBySocial
from touchline.channel.application.social_accounts import SocialAccounts
from touchline.channel.application.social_arrival import Arrival, WhoCameBack
from touchline.channel.application.social_ways import SealedWays, Way
from touchline.channel.application.users import UserAnswers
from touchline.channel.domain.channel import Channel
from touchline.channel.ports.social import SocialPerson, SocialRefused, SocialUnavailable
from touchline.channel.tests.account_fakes import FakeSpentTokens, NoPasses, PlainSeal, guesses_of
from touchline.channel.tests.fakes import FakeChannels
from touchline.channel.tests.hall import ONE, Codes, Hall, NamedDevices
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

ADA = SocialPerson("google", "17", "ada@example.org", True, "Ada", "Moreau")
CALLBACK = "https://prairie.example/auth/login/google/callback"


class Provider:
    """Knows one person by the code `good`, which it takes once."""

    def __init__(self, person: SocialPerson) -> None:
        self.person_, self.codes, self.down = person, ["good"], False

    def names(self) -> list[str]:
        return ["google", "facebook"]

    def departure(self, provider: str, **_: str) -> str:
        return "https://accounts.example/"

    def person(self, provider: str, *, code: str, **_: str) -> SocialPerson:
        if self.down:
            raise SocialUnavailable("Not now.")
        if code not in self.codes:
            raise SocialRefused
        self.codes.remove(code)
        return self.person_


class Waiting:
    """Who waits, in a dictionary."""

    def __init__(self) -> None:
        self.kept: dict[tuple[SessionId, str], tuple[str, datetime]] = {}

    def keep(self, session_id: SessionId, code_hash: str, sealed_person: str, until: datetime) -> None:
        self.kept[session_id, code_hash] = sealed_person, until

    def waits(self, session_id: SessionId, code_hash: str) -> bool:
        return (session_id, code_hash) in self.kept

    def take(self, session_id: SessionId, code_hash: str, now: datetime) -> str | None:
        sealed, until = self.kept.pop((session_id, code_hash))
        return sealed if now < until else None

    def forget_before(self, instant: datetime) -> int:
        return 0


class Passage(Hall):
    """The hall with a door to a provider."""

    def __init__(self, person: SocialPerson = ADA) -> None:
        super().__init__()
        self.provider, self.waiting, self.spent = Provider(person), Waiting(), FakeSpentTokens()
        self.ways = SealedWays(PlainSeal())
        channels = FakeChannels(Channel("prairie", "Prairie", ONE))
        users = UserAnswers(channels, NoPasses(), self.accounts.operators)
        enter = Enter(self.sessions, NamedDevices(), users, self.clock, self.letters)
        opened = OpenAccount(self.accounts, self.announced, self.letters)
        ended = EndOtherAccess(self.accounts, self.sessions, self.clock)
        self.by_social = EnterBySocial(
            WhoCameBack(self.provider, self.ways, self.sessions, self.spent, self.waiting, self.clock),
            SocialAccounts(self.accounts, ended, opened, self.clock),
            Codes(),  # type: ignore[arg-type]
            self.passwords,
            guesses_of(self.throttle, self.letters, 3),
            enter,
            self.clock,
        )

    def arrival(self, asking: Principal, **changes: Any) -> Arrival:
        """What the browser of this session brings back."""
        session = self.sessions.get(asking.session_id)
        assert session is not None
        way = Way("google", session.key_hash, f"nonce {asking.session_id}", "verifier", CALLBACK)
        return replace(Arrival("google", "good", self.ways.state(way)), **changes)

    def come(self, asking: Principal | None = None, **changes: Any) -> Entered:
        """Somebody comes back."""
        asking = asking or self.visitor()
        return self.by_social(self.arrival(asking, **changes), asking, Browser("192.0.2.1", "Firefox"))
