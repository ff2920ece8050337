"""An attacker and the owner of an address, who act in any order, for tests (ADR 21)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from touchline.channel.application.account_desk import GiveTemporaryPassword
from touchline.channel.application.close_account import CloseAccount
from touchline.channel.application.device_codes import AskDeviceCode, LinkDevice, RedeemDeviceCode
from touchline.channel.application.entering import Enter, Entered
from touchline.channel.application.other_access import EndOtherAccess
from touchline.channel.application.profile import Changes
from touchline.channel.application.reset_password import NewPassword
from touchline.channel.application.users import UserAnswers
from touchline.channel.application.verify_email import Verification
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.channel import Channel
from touchline.channel.domain.links import Claim, Purpose
from touchline.channel.tests.account_fakes import NoPasses
from touchline.channel.tests.fakes import FakeChannels
from touchline.channel.tests.grant_fakes import FakeDeviceGrants
from touchline.channel.tests.hall import FORM, ONE, NamedDevices
from touchline.channel.tests.passage import ADA, Passage
from touchline.shared.errors import NotFound, TouchlineError
from touchline.shared.principal import Principal

OWNERS, ATTACKERS = "the owner's password", "the attacker's password"
FACEBOOK = replace(ADA, provider="facebook", subject="99", email_verified=False)
PHONE = "+1 555 010 2030"


class Takeover(Passage):
    """Who holds the account of `ada@example.org`. Steps that are refused change nothing."""

    def __init__(self) -> None:
        super().__init__()
        channels = FakeChannels(Channel("prairie", "Prairie", ONE))
        users = UserAnswers(channels, NoPasses(), self.accounts.operators)
        enter = Enter(self.sessions, NamedDevices(), users, self.clock, self.letters)
        grants, secret = FakeDeviceGrants(), b"secret"
        self.ask_code = AskDeviceCode(grants, NamedDevices(), secret, self.clock)
        self.link_device = LinkDevice(grants, self.throttle, secret, self.clock)
        self.redeem = RedeemDeviceCode(grants, self.accounts, self.sessions, enter, self.letters, self.clock)
        self.close = CloseAccount(
            self.accounts, channels, self.sessions, self.links, self.announced, self.clock
        )
        self.temporary = GiveTemporaryPassword(
            self.accounts,
            self.sessions,
            self.passwords,
            self.letters,
            self.guesses,
            EndOtherAccess(self.accounts, self.sessions, self.clock),
            self.clock,
        )
        self.attacker: Principal | None = None
        self.owner: Principal | None = None
        self.owners_password: str | None = None
        self.attackers_passwords = [ATTACKERS]
        self.tv, self.tv_code = self.visitor(), ""
        self.owner_came = False
        """Whether the owner has ever entered the account that is open now."""

    # What anybody sees

    def open_account(self) -> Account | None:
        """The account of the address, if there is one."""
        return self.accounts.by_email("ada@example.org")

    def holds(self, somebody: Principal | None) -> bool:
        """Whether a session is open in the account."""
        account = self.open_account()
        session = somebody and self.sessions.get(somebody.session_id)
        return bool(account and session and session.ended_at is None and session.account_id == account.id)

    def lets_in(self, way: Callable[[], Entered]) -> bool:
        """Whether a way leads into the account."""
        account = self.open_account()
        try:
            return account is not None and way().user["id"] == account.id
        except TouchlineError:
            return False

    def attacker_gets_in(self) -> list[str]:
        """Every way by which the attacker gets into the account now."""
        ways: dict[str, Callable[[], Entered]] = {
            password: partial(self.enter, password=password) for password in self.attackers_passwords
        }
        ways |= {
            "phone": lambda: self.enter(login=PHONE, password=ATTACKERS),
            "code": lambda: self.enter(password=ATTACKERS, code="123456"),
            "facebook": partial(self.by_facebook),
            "device": lambda: self.redeem(self.tv_code, self.tv),
        }
        found = [name for name, way in ways.items() if self.lets_in(way)]
        return [*found, "session"] if self.holds(self.attacker) else found

    # What the attacker does

    def attacker_registers(self) -> None:
        form = {"password": ATTACKERS, "password_confirmation": ATTACKERS, "email": "ADA@Example.org"}
        self.attacker = self.ada(**form)
        self.owner_came = False

    def attacker_registers_by_facebook(self) -> None:
        entered = self.by_facebook(accept_terms=True)
        self.attacker = self._principal(entered)

    def attacker_adds_second_factor(self) -> None:
        if self.holds(self.attacker):
            self.account_row().second_factor = SecondFactor("the attacker's", self.clock.now())

    def attacker_changes_password(self) -> None:
        if self.attacker and self.holds(self.attacker):
            new = "another password of the attacker"
            self.change(
                Changes(password=new, password_confirmation=new, current_password=ATTACKERS), self.attacker
            )
            self.attackers_passwords.append(new)

    def attacker_links_a_device(self) -> None:
        if self.attacker and self.holds(self.attacker):
            given = self.ask_code(self.tv, "TV")
            self.link_device(given.user_code, self.attacker)
            self.tv_code = given.device_code

    # What the owner does

    def owner_registers(self) -> None:
        form = {"password": OWNERS, "password_confirmation": OWNERS}
        self.owner = self.ada(**form, phone="")
        self._came(OWNERS)

    def owner_presses_link(self) -> None:
        self.verify(Verification(self._link(Purpose.VERIFY_EMAIL)), self.visitor())

    def owner_presses_link_logged_in(self) -> None:
        if self.owner:
            self.verify(Verification(self._link(Purpose.VERIFY_EMAIL)), self.owner)

    def owner_presses_link_with_password(self) -> None:
        given = self.owners_password or OWNERS
        self.verify(Verification(self._link(Purpose.VERIFY_EMAIL), given), self.visitor())

    def owner_comes_by_google(self) -> None:
        self.provider.person_ = ADA
        self.provider.codes.append("good")
        asking = self.visitor()
        entered = self.come(asking, accept_terms=True, password=self.owners_password)
        self.owner = self._principal(entered)
        self._came(self.owners_password)

    def owner_resets_password(self) -> None:
        new = "a password by email"
        self.reset(NewPassword(self._link(Purpose.RESET_PASSWORD), new, new), self.visitor())
        self.owner = self._principal(self.enter(password=new))
        self._came(new)

    def owner_logs_in(self) -> None:
        if self.owners_password:
            self.owner = self._principal(self.enter(password=self.owners_password))

    def owner_deletes_account(self) -> None:
        self.close(self._link(Purpose.CLOSE_ACCOUNT))
        self.owner_came, self.owners_password = False, None

    def operator_gives_temporary_password(self) -> None:
        given = self.temporary("ada@example.org")
        self.owner = self._principal(self.enter(password=given))
        self._came(given)

    # Helpers

    def attempt(self, step: str) -> None:
        """Take a step; a refusal is fine."""
        with suppress(TouchlineError):
            getattr(self, step)()

    def by_facebook(self, accept_terms: bool = False) -> Entered:
        """Come back from Facebook, which verifies no address."""
        self.provider.person_ = FACEBOOK
        self.provider.codes.append("good")
        try:
            return self.come(self.visitor(), accept_terms=accept_terms)
        finally:
            self.provider.person_ = ADA
            self.provider.codes.clear()

    def account_row(self) -> Account:
        """The row of the open account."""
        found = self.open_account()
        if found is None:
            raise NotFound
        return self.accounts.rows[found.id]

    def _came(self, password: str | None) -> None:
        self.owner_came, self.owners_password = True, password
        if self.open_account() and self.account_row().password_hash is None:
            self.owners_password = None

    def _link(self, purpose: Purpose) -> Claim:
        """The link of an email to the address, which only the owner reads."""
        path = self.links.path(purpose, self.account_row(), self.clock.now())
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        return Claim(query["email"].replace("%40", "@"), query["expires"], query["signature"])

    def _principal(self, entered: Entered) -> Principal:
        return self._behind(entered.api_key)


STEPS = [
    name
    for name in vars(Takeover)
    if name.startswith(("attacker_", "owner_", "operator_")) and name != "attacker_gets_in"
]
assert FORM.phone == PHONE
