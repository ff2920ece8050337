"""Log-in through other sites (product.md §2, §7; api.md, "Viewer"; ADR 21)."""

from dataclasses import dataclass

from touchline.channel.application.entering import (
    Enter,
    Entered,
    refuse_expired_password,
    refuse_viewers,
)
from touchline.channel.application.guess_limits import (
    GuessLimiter,
    Source,
    WrongGuess,
    account_subject,
    from_device,
)
from touchline.channel.application.proof_of_password import WRONG_PASSWORD
from touchline.channel.application.second_factor import SecondFactorDoor
from touchline.channel.application.social_accounts import NotTheirs, SocialAccounts
from touchline.channel.application.social_arrival import Arrival, WhoCameBack
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.addresses import counted_as
from touchline.channel.domain.known_devices import KnownDevice
from touchline.channel.ports.passwords import Passwords
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused, Throttled
from touchline.shared.principal import Principal

NOT_REGISTERED = (
    "You are not registered yet. Please accept terms and conditions and click Register to continue."
)

ACCOUNT_EXISTS = (
    "There is an account with this email address already. Enter its password to log in this way from now on."
)


@dataclass(frozen=True)
class Browser:
    """What the request tells of the browser; `device` if somebody logged in there before."""

    ip: str
    user_agent: str
    device: KnownDevice | None = None


class EnterBySocial:
    """Lets in who came back from a provider; registers those who have no account and accept the terms.

    Who is asked for something more (the terms, the account's password, a second factor) waits, because a code
    cannot be exchanged again: the page posts the same code and state with it.
    """

    def __init__(
        self,
        who: WhoCameBack,
        accounts: SocialAccounts,
        door: SecondFactorDoor,
        passwords: Passwords,
        guesses: GuessLimiter,
        enter: Enter,
        clock: Clock,
    ) -> None:
        self._who = who
        self._accounts = accounts
        self._door = door
        self._passwords = passwords
        self._guesses = guesses
        self._enter = enter
        self._clock = clock

    def __call__(self, arrival: Arrival, asking: Principal, browser: Browser) -> Entered:
        """The new key and the user; `Refused` with the sentences of the catalogue, `Throttled`,
        `SocialUnavailable`."""
        refuse_viewers(asking)
        person = self._who(arrival, asking)
        try:
            account = self._accounts.of(person, lambda found: self._prove(found, arrival, browser))
            self._ask_for_more(account, arrival, browser)
        except NotTheirs:
            raise
        except (Refused, Throttled) as refused:
            self._who.let_wait(arrival, asking, person)
            refused.keeps = True
            raise
        if account is None:
            account = self._accounts.register(person, asking)
        self._accounts.link(account, person)
        return self._enter(account, asking, browser.user_agent)

    def _ask_for_more(self, account: Account | None, arrival: Arrival, browser: Browser) -> None:
        if account is not None:
            self._door(account, arrival.second_factor_code, _source(account, browser))
        elif not arrival.accept_terms:
            raise Refused(NOT_REGISTERED, code="errors.not_registered")

    def _prove(self, found: Account, arrival: Arrival, browser: Browser) -> None:
        """Ask for the account's password; `Refused` with `error` `password_required` or `password_wrong`."""
        if not arrival.password:
            raise Refused(ACCOUNT_EXISTS, code="errors.password_required", error="password_required")
        guess = account_subject(found.id), _source(found, browser)
        self._guesses.take(*guess)
        if not self._passwords.matches(found.password_hash, arrival.password):
            raise WrongGuess(WRONG_PASSWORD, code="errors.password_required", error="password_wrong")
        self._guesses.clear(*guess)
        refuse_expired_password(found, self._clock.now())


def _source(account: Account, browser: Browser) -> Source:
    return from_device(browser.device, account.id, counted_as(browser.ip))
