"""Log-in by e-mail address or telephone number (product.md §5, §8; api.md, `POST /v2/auth/login`)."""

from collections.abc import Callable
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
    Subject,
    WrongGuess,
    account_subject,
    from_device,
)
from touchline.channel.application.robots import RefuseRobots
from touchline.channel.domain.accounts import Account
from touchline.channel.domain.addresses import counted_as
from touchline.channel.domain.identifiers import refuse
from touchline.channel.domain.known_devices import KnownDevice
from touchline.channel.ports.accounts import Accounts
from touchline.channel.ports.passwords import Passwords
from touchline.shared import normalize
from touchline.shared.clock import Clock
from touchline.shared.principal import Principal
from touchline.shared.typed import FIELD_WANTED, digits_of_phone, is_email

WRONG = "Invalid email or password. Please try again."


@dataclass(frozen=True)
class Credentials:
    """The form as it came: `login` is an address or a number, `code` the second factor's. `device` is the
    browser, if somebody logged in there before."""

    login: str
    password: str
    code: str
    robot_token: str
    ip: str
    user_agent: str
    device: KnownDevice | None = None


class LogIn:
    """Lets a viewer in. A wrong password and an unknown account differ neither in text nor in time.

    Every try counts before it is looked at, so that many at once find out no more than one after the other;
    the right one clears the count. Too many from unknown devices slow those down, and nobody else.
    """

    def __init__(
        self,
        accounts: Accounts,
        passwords: Passwords,
        refuse_robots: RefuseRobots,
        guesses: GuessLimiter,
        second_factor: Callable[[Account, str, Source], None],
        enter: Enter,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._refuse_robots = refuse_robots
        self._guesses = guesses
        self._second_factor = second_factor
        self._enter = enter
        self._clock = clock

    def __call__(self, given: Credentials, asking: Principal) -> Entered:
        """The new key and the user; `Refused`, `Throttled`, `Invalid` where a field is empty."""
        refuse_viewers(asking)
        refuse({name: [] if getattr(given, name) else [FIELD_WANTED] for name in ("login", "password")})
        self._refuse_robots(given.robot_token, given.ip)
        login = normalize.login(given.login)
        account = self._find(login)
        source = from_device(given.device, account.id if account else None, counted_as(given.ip))
        subject = _subject(account, login, asking)
        self._guesses.take(subject, source)
        matching = self._known(account, given.password)
        stronger = self._stronger(matching, given.password)
        known = self._unchanged(matching)
        self._guesses.clear(subject, source)
        refuse_expired_password(known, self._clock.now())
        self._second_factor(known, given.code, source)
        if stronger:
            known.password_hash = stronger
            self._accounts.save(known)
        return self._enter(known, asking, given.user_agent)

    def _find(self, login: str) -> Account | None:
        if is_email(login):
            return self._accounts.by_email(login)
        digits = digits_of_phone(login)
        return self._accounts.by_phone(digits) if digits else None

    def _known(self, account: Account | None, password: str) -> Account:
        kept = account.password_hash if account else None
        if not self._passwords.matches(kept, password) or account is None:
            raise WrongGuess(WRONG)
        return account

    def _unchanged(self, account: Account) -> Account:
        """The account, locked from now on. A password that was changed while its hash was compared opens
        no session: the change has ended all of them."""
        held = self._accounts.held(account.id)
        if held is None or held.password_hash != account.password_hash:
            raise WrongGuess(WRONG)
        return held

    def _stronger(self, account: Account, password: str) -> str | None:
        """Another hash where parameters were raised since; only at a log-in is the password at hand. It is
        made before the second factor's door, which locks the account."""
        outdated = account.password_hash and self._passwords.outdated(account.password_hash, password)
        return self._passwords.hash(password) if outdated else None


def _subject(account: Account | None, login: str, asking: Principal) -> Subject:
    """An account has one count for its address and its number; who is unknown has one as well, by which
    nothing is told."""
    if account:
        return account_subject(account.id)
    return ("unknown", asking.channel_id, digits_of_phone(login) or login.lower())
