"""The use cases of accounts over fakes: an entrance hall with one channel, for tests."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from touchline.channel.application.entering import Enter, Entered
from touchline.channel.application.guess_limits import Source
from touchline.channel.application.keys import GiveApiKey
from touchline.channel.application.log_in import Credentials, LogIn
from touchline.channel.application.new_passwords import NewPasswords
from touchline.channel.application.opening import OpenAccount
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.application.profile import ChangeProfile
from touchline.channel.application.proof_of_password import ProofOfPassword
from touchline.channel.application.register import Register, Registration
from touchline.channel.application.reset_password import AskToReset, ResetPassword
from touchline.channel.application.robots import FormDoor, RefuseRobots
from touchline.channel.application.users import UserAnswers
from touchline.channel.application.verify_email import AskToVerify, VerifyEmail
from touchline.channel.application.viewer_sessions import ViewerSessions
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.keys import hash_of
from touchline.channel.domain.links import Claim, Links, Purpose
from touchline.channel.ports.throttle import Limit
from touchline.channel.ports.user_agents import Device
from touchline.channel.tests.account_fakes import (
    CountingThrottle,
    FakeAccounts,
    NoPasses,
    PlainPasswords,
    guesses_of,
)
from touchline.channel.tests.fakes import FakeChannels, FakeSessions
from touchline.channel.tests.grant_fakes import AskedLetters
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Refused
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.principal import Principal

ONE = ChannelId(1)
NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)
PASSWORD = "tumbling pucks"
FORM = Registration(
    "Ada",
    "Moreau",
    "Ada@Example.org",
    "+1 555 010 2030",
    PASSWORD,
    PASSWORD,
    True,
    "",
    "192.0.2.1",
    "Firefox",
)


class NoRobots:
    """Nobody is asked, or everybody is a robot but who brings `pass`."""

    def __init__(self, provider: str | None = None) -> None:
        self.provider, self.site_key, self.service = provider, provider, "reCAPTCHA"

    def is_person(self, token: str, ip: str) -> bool:
        return token == "pass"


class NamedDevices:
    """The User-Agent is the device's name."""

    def device(self, user_agent: str) -> Device:
        return Device(user_agent, "desktop")


class Codes:
    """A second factor whose right code is `123456`."""

    def __call__(self, account: Account, code: str | None, source: Source) -> None:
        if account.second_factor and code != "123456":
            raise Refused("This code is wrong.", error="second_factor_wrong")


class Announced:
    """What was announced."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class Hall:
    """Everything an account goes through. `visitor()` is somebody new, `ada()` has an account."""

    def __init__(self, robots: str | None = None) -> None:
        self.clock, self.accounts, self.sessions = FixedClock(NOON), FakeAccounts(), FakeSessions()
        self.passwords, self.throttle, self.letters = PlainPasswords(), CountingThrottle(), AskedLetters()
        self.links, self.announced = Links(b"secret"), Announced()
        channels = FakeChannels(Channel("prairie", "Prairie", ONE, languages=("en", "fr")))
        users = UserAnswers(channels, NoPasses(), self.accounts.operators)
        enter = Enter(self.sessions, NamedDevices(), users, self.clock, self.letters)
        refuse_robots = RefuseRobots(NoRobots(robots))
        self.guesses = guesses_of(self.throttle, self.letters)
        end_other_access = EndOtherAccess(self.accounts, self.sessions, self.clock)
        chosen = NewPasswords(self.passwords, {"password"})
        opened = OpenAccount(self.accounts, self.announced, self.letters)
        proof = ProofOfPassword(self.accounts, self.passwords, self.guesses)
        self.register = Register(
            self.accounts,
            chosen,
            FormDoor(refuse_robots, self.throttle),
            Limit("registrations", 100, 3600),
            opened,
            enter,
            self.clock,
        )
        self.log_in = LogIn(
            self.accounts,
            self.passwords,
            refuse_robots,
            self.guesses,
            Codes(),
            enter,
            self.clock,
        )
        self.verify = VerifyEmail(self.accounts, self.links, self.passwords, self.guesses, self.clock)
        self.ask_to_verify = AskToVerify(self.accounts, self.letters, self.throttle)
        self.ask_to_reset = AskToReset(self.accounts, self.letters, refuse_robots, self.throttle)
        self.reset = ResetPassword(
            self.accounts,
            self.sessions,
            self.links,
            chosen,
            self.letters,
            self.guesses,
            end_other_access,
            self.clock,
        )
        self.devices = ViewerSessions(self.sessions, self.clock)
        self.change = ChangeProfile(
            self.accounts, channels, self.sessions, chosen, proof, self.letters, users, self.clock
        )

    def visitor(self, language: str = "en") -> Principal:
        """Somebody with a fresh api key."""
        given = GiveApiKey(self.sessions, self.clock)(ONE)
        return self._behind(given.api_key, language)

    def ada(self, **changes: Any) -> Principal:
        """Ada, who has just registered."""
        entered = self.register(replace(FORM, **changes), self.visitor())
        return self._behind(entered.api_key)

    def enter(self, asking: Principal | None = None, **given: Any) -> Entered:
        """A log-in with Ada's address and password, or others."""
        said = {"login": FORM.email, "password": PASSWORD, "code": "", "robot_token": "", **given}
        form = Credentials(**{"ip": "192.0.2.1", "user_agent": "Firefox", **said})
        return self.log_in(form, asking or self.visitor())

    def ada_again(self, **given: Any) -> Principal:
        """Ada in another browser."""
        return self._behind(self.enter(**given).api_key)

    def account(self) -> Account:
        """Ada's account as it is kept."""
        return self.accounts.rows[AccountId(1)]

    def claim(self, purpose: Purpose) -> Claim:
        """The link of a letter to Ada."""
        path = self.links.path(purpose, self.account(), self.clock.now())
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        return Claim(query["email"].replace("%40", "@"), query["expires"], query["signature"])

    def _behind(self, api_key: str, language: str = "en") -> Principal:
        session = self.sessions.by_hash(hash_of(api_key))
        assert session is not None
        return Principal(ONE, session.id, session.account_id, language, "US")
