"""Social login (product.md §2, §7; api.md, "Viewer"; ADR 21)."""

from dataclasses import dataclass

from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    GuessSource,
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
from touchline.channel.application.accounts.password_confirmation import INVALID_PASSWORD
from touchline.channel.application.accounts.second_factor.verification import RequireSecondFactor
from touchline.channel.application.accounts.social.accounts import (
    AccountNotLinkableError,
    SocialAccountService,
)
from touchline.channel.application.accounts.social.callback import ResolveSocialCallback, SocialCallback
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.known_devices import KnownDevice
from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.principal import Principal

NOT_REGISTERED = ErrorMessage(
    "errors.not_registered",
    "You are not registered yet. Please accept terms and conditions and click Register to continue.",
)

PASSWORD_REQUIRED = ErrorMessage(
    "errors.password_required",
    "You already have an account with this email address. Enter its password to log in this way from now on.",
)


@dataclass(frozen=True)
class Browser:
    """The browser of a request. `device` is its known device, or None."""

    ip: str
    user_agent: str
    device: KnownDevice | None = None


class CompleteSocialLogin:
    """Use case that logs in a person after the provider's callback.

    A person without an account is registered once they accept the terms. If the terms, the account's
    password, or a second factor is missing, the profile is stored, because a code cannot be exchanged twice.
    The page then posts the same code and state again.
    """

    def __init__(
        self,
        resolve_callback: ResolveSocialCallback,
        accounts: SocialAccountService,
        require_second_factor: RequireSecondFactor,
        password_hasher: PasswordHasher,
        guess_limiter: GuessLimiter,
        start_session: StartSession,
        clock: Clock,
    ) -> None:
        self._resolve_callback = resolve_callback
        self._accounts = accounts
        self._require_second_factor = require_second_factor
        self._password_hasher = password_hasher
        self._guess_limiter = guess_limiter
        self._start_session = start_session
        self._clock = clock

    def __call__(self, callback: SocialCallback, principal: Principal, browser: Browser) -> LoginResult:
        """Return the new API key and the user.

        Raises `RefusedError` with a message from the catalog, `RateLimitedError`, or
        `SocialUnavailableError`.
        """
        reject_logged_in(principal)
        profile = self._resolve_callback(callback, principal)
        try:
            account = self._accounts.find_account(
                profile, lambda existing_account: self._confirm_password(existing_account, callback, browser)
            )
            self._require_code_or_terms(account, callback, browser)
        except AccountNotLinkableError:
            raise
        except (RefusedError, RateLimitedError) as error:
            self._resolve_callback.save_for_retry(callback, principal, profile)
            error.commits_transaction = True
            raise
        if account is None:
            account = self._accounts.register(profile, principal)
        self._accounts.link(account, profile)
        return self._start_session(account, principal, browser.user_agent)

    def _require_code_or_terms(
        self, account: Account | None, callback: SocialCallback, browser: Browser
    ) -> None:
        if account is not None:
            self._require_second_factor(account, callback.second_factor_code, guess_source(account, browser))
        elif not callback.accept_terms:
            raise RefusedError(NOT_REGISTERED)

    def _confirm_password(self, account: Account, callback: SocialCallback, browser: Browser) -> None:
        """Check the account's password.

        Raises `RefusedError` with `error` `password_required` or `password_wrong`.
        """
        if not callback.password:
            raise RefusedError(PASSWORD_REQUIRED, error="password_required")
        guess = account_guess_subject(account.id), guess_source(account, browser)
        self._guess_limiter.hit(*guess)
        if not self._password_hasher.verify(account.password_hash, callback.password):
            raise InvalidCredentialError(INVALID_PASSWORD, error="password_wrong")
        self._guess_limiter.clear(*guess)
        reject_expired_password(account, self._clock.now())


def guess_source(account: Account, browser: Browser) -> GuessSource:
    """Return where guesses of the account's password or code come from."""
    return guess_source_for_device(browser.device, account.id, rate_limit_address(browser.ip))
