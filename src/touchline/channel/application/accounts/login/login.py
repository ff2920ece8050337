"""Login with an email address or phone number (product.md §5, §8; api.md, `POST /v2/auth/login`)."""

from collections.abc import Callable
from dataclasses import dataclass

from touchline.channel.application.accounts.form_protection import RequireHuman
from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    GuessSource,
    GuessSubject,
    InvalidCredentialError,
    account_guess_subject,
    guess_source_for_device,
)
from touchline.channel.application.accounts.login.session_start import (
    LoginResult,
    StartSession,
    reject_expired_password,
    reject_logged_in,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.accounts.known_devices import KnownDevice
from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import FIELD_REQUIRED, is_email, phone_digits

INVALID_CREDENTIALS = ErrorMessage(
    "errors.invalid_credentials", "Invalid email or password. Please try again."
)


@dataclass(frozen=True)
class Credentials:
    """The login form as received.

    `login` is an email address or a phone number. `code` is for the second factor. `device` is the browser's
    known device, or None.
    """

    login: str
    password: str
    code: str
    robot_token: str
    ip: str
    user_agent: str
    device: KnownDevice | None = None


class LogIn:
    """Use case that logs in a viewer.

    A wrong password and an unknown account give the same message in the same time. Each attempt is counted
    before it is checked, so that parallel attempts gain nothing. A right password resets the count. Too many
    attempts from unknown devices slow down only unknown devices.
    """

    def __init__(
        self,
        accounts: Accounts,
        password_hasher: PasswordHasher,
        require_human: RequireHuman,
        guess_limiter: GuessLimiter,
        require_second_factor: Callable[[Account, str, GuessSource], None],
        start_session: StartSession,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._password_hasher = password_hasher
        self._require_human = require_human
        self._guess_limiter = guess_limiter
        self._require_second_factor = require_second_factor
        self._start_session = start_session
        self._clock = clock

    def __call__(self, credentials: Credentials, principal: Principal) -> LoginResult:
        """Return the new API key and the user.

        Raises `RefusedError`, `RateLimitedError`, or `InvalidInputError` if a field is empty.
        """
        reject_logged_in(principal)
        raise_for_errors(
            {name: [] if getattr(credentials, name) else [FIELD_REQUIRED] for name in ("login", "password")}
        )
        self._require_human(credentials.robot_token, credentials.ip)
        login = normalize.login(credentials.login)
        account = self._find_account(login)
        source = guess_source_for_device(
            credentials.device, account.id if account else None, rate_limit_address(credentials.ip)
        )
        subject = _guess_subject(account, login, principal)
        self._guess_limiter.hit(subject, source)
        matching_account = self._verify_password(account, credentials.password)
        new_hash = self._rehash_if_outdated(matching_account, credentials.password)
        verified_account = self._get_for_update(matching_account)
        self._guess_limiter.clear(subject, source)
        reject_expired_password(verified_account, self._clock.now())
        self._require_second_factor(verified_account, credentials.code, source)
        if new_hash:
            verified_account.password_hash = new_hash
            self._accounts.save(verified_account)
        return self._start_session(verified_account, principal, credentials.user_agent)

    def _find_account(self, login: str) -> Account | None:
        if is_email(login):
            return self._accounts.get_by_email(login)
        digits = phone_digits(login)
        return self._accounts.get_by_phone(digits) if digits else None

    def _verify_password(self, account: Account | None, password: str) -> Account:
        password_hash = account.password_hash if account else None
        if not self._password_hasher.verify(password_hash, password) or account is None:
            raise InvalidCredentialError(INVALID_CREDENTIALS)
        return account

    def _get_for_update(self, account: Account) -> Account:
        """Return the locked account.

        Raises an error if the password changed while it was compared, because that change ended all sessions.
        """
        locked_account = self._accounts.get_for_update(account.id)
        if locked_account is None or locked_account.password_hash != account.password_hash:
            raise InvalidCredentialError(INVALID_CREDENTIALS)
        return locked_account

    def _rehash_if_outdated(self, account: Account, password: str) -> str | None:
        """Return a new hash if the hash parameters are outdated, else None.

        The password is available only at login. Hashing runs before the second factor check, which locks the
        account.
        """
        outdated = account.password_hash and self._password_hasher.needs_rehash(
            account.password_hash, password
        )
        return self._password_hasher.hash(password) if outdated else None


def _guess_subject(account: Account | None, login: str, principal: Principal) -> GuessSubject:
    """Return the key for counting guesses.

    The email address and phone number of an account share one count. An unknown login has a count too, so
    that the limit does not reveal whether an account exists.
    """
    if account:
        return account_guess_subject(account.id)
    return ("unknown", principal.channel_id, phone_digits(login) or login.lower())
