"""Email address verification (product.md §2, §8; api.md, `POST /auth/email-verify`)."""

from dataclasses import dataclass

from touchline.channel.application.accounts.login.guess_limits import (
    GuessLimiter,
    InvalidCredentialError,
    account_guess_subject,
    guess_source_for_device,
)
from touchline.channel.application.accounts.login.session_start import reject_expired_password
from touchline.channel.application.accounts.password_confirmation import INVALID_PASSWORD, require_account
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import VERIFICATION_FAILED
from touchline.channel.domain.accounts.known_devices import KnownDevice
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState, SignedLinks
from touchline.channel.domain.accounts.network_addresses import rate_limit_address
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.passwords import PasswordHasher
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.principal import Principal

ALREADY_VERIFIED = ErrorMessage("errors.email_already_verified", "Email already verified")
PROOF_REQUIRED = ErrorMessage(
    "errors.verification_password_required",
    "To verify this address, log in to the account or enter its password.",
)
VERIFICATION_EMAIL_LIMIT = Limit("verification-letters", 5, 3600)


@dataclass(frozen=True)
class EmailVerificationForm:
    """The link of an email, and the account's password if the viewer is not logged in to it.

    `ip` and `device` belong to the browser.
    """

    claim: LinkClaim
    password: str = ""
    ip: str = ""
    device: KnownDevice | None = None


class VerifyEmail:
    """Use case that verifies an email address with an emailed link and proof of access to the account.

    The link alone is not enough. Otherwise a person could register someone else's address, and that someone,
    or a mail scanner, would verify it by opening the link. The session must belong to the account, or the
    password must be right (ADR 21).
    """

    def __init__(
        self,
        accounts: Accounts,
        signed_links: SignedLinks,
        password_hasher: PasswordHasher,
        guess_limiter: GuessLimiter,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._signed_links = signed_links
        self._password_hasher = password_hasher
        self._guess_limiter = guess_limiter
        self._clock = clock

    def __call__(self, form: EmailVerificationForm, principal: Principal) -> None:
        """Verify the address. Raises `RefusedError` or `RateLimitedError`.

        A used link gets its own error message, even after it has expired.
        """
        unlocked_account = self._check_link(self._accounts.get_by_email(form.claim.email), form.claim)
        if principal.account_id != unlocked_account.id:
            self._confirm_password(unlocked_account, form)
        account = self._check_link(self._accounts.get_for_update(unlocked_account.id), form.claim)
        if account.credentials_version != unlocked_account.credentials_version:
            raise RefusedError(VERIFICATION_FAILED)
        account.verify_email(self._clock.now())
        self._accounts.save(account)

    def _check_link(self, account: Account | None, claim: LinkClaim) -> Account:
        """Return the account if the link is valid for it and the address is not verified yet."""
        if account is None:
            raise RefusedError(VERIFICATION_FAILED)
        state = self._signed_links.verify(LinkPurpose.VERIFY_EMAIL, account, claim, self._clock.now())
        if state is not LinkState.INVALID and account.email_verified:
            raise RefusedError(ALREADY_VERIFIED)
        if state is not LinkState.VALID:
            raise RefusedError(VERIFICATION_FAILED)
        return account

    def _confirm_password(self, account: Account, form: EmailVerificationForm) -> None:
        """Raise `RefusedError` with `error` `password_required` or `password_wrong`, unless the password is
        right.
        """
        if not form.password:
            raise RefusedError(PROOF_REQUIRED, error="password_required")
        guess = (
            account_guess_subject(account.id),
            guess_source_for_device(form.device, account.id, rate_limit_address(form.ip)),
        )
        self._guess_limiter.hit(*guess)
        if not self._password_hasher.verify(account.password_hash, form.password):
            raise InvalidCredentialError(INVALID_PASSWORD, error="password_wrong")
        self._guess_limiter.clear(*guess)
        reject_expired_password(account, self._clock.now())


class RequestEmailVerification:
    """Use case that sends the verification email again, at most five times an hour."""

    def __init__(self, accounts: Accounts, email_queue: EmailQueue, throttle: Throttle) -> None:
        self._accounts = accounts
        self._email_queue = email_queue
        self._throttle = throttle

    def __call__(self, principal: Principal) -> None:
        """Queue the email. Raises `RefusedError` if the address is verified, or `RateLimitedError`."""
        account = require_account(self._accounts.get(principal.viewer_id))
        if account.email_verified:
            raise RefusedError(ALREADY_VERIFIED)
        self._throttle.hit(VERIFICATION_EMAIL_LIMIT, account.id)
        self._email_queue.enqueue("verify_email", account.id)
