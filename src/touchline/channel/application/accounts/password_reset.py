"""Password reset (product.md §2, §8; api.md, `POST /auth/password-reset`)."""

from dataclasses import dataclass

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.form_protection import RequireHuman
from touchline.channel.application.accounts.login.guess_limits import GuessLimiter
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.domain.accounts.accounts import UNSAVED_ID, Account
from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState, SignedLinks
from touchline.channel.domain.accounts.validation import validate_email
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.throttle import Limit, Throttle
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RateLimitedError, RefusedError
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize

RESET_FAILED = ErrorMessage("errors.password_reset_failed", "Reset password failed")
LINK_EXPIRED = ErrorMessage("errors.password_reset_expired", "Reset password key expired")
RESET_EMAIL_LIMIT = Limit("reset-letters", 5, 3600)


class RequestPasswordReset:
    """Use case that sends the reset email. The response does not reveal whether the address has an
    account."""

    def __init__(
        self, accounts: Accounts, email_queue: EmailQueue, require_human: RequireHuman, throttle: Throttle
    ) -> None:
        self._accounts = accounts
        self._email_queue = email_queue
        self._require_human = require_human
        self._throttle = throttle

    def __call__(self, email: str, robot_token: str, ip: str, principal: Principal) -> None:
        """Queue the email, at most five an hour for each address. Raises `InvalidInputError` for an invalid
        address.

        An email is queued for an unknown address too, so that both cases take the same time.
        """
        address = normalize.email(email)
        raise_for_errors({"email": validate_email(address)})
        self._require_human(robot_token, ip)
        account = self._accounts.get_by_email(address)
        try:
            self._throttle.hit(RESET_EMAIL_LIMIT, principal.channel_id, address.lower())
        except RateLimitedError:
            return
        self._email_queue.enqueue("reset_password", account.id if account else UNSAVED_ID)


@dataclass(frozen=True)
class PasswordResetForm:
    """The password reset form that the link opens."""

    claim: LinkClaim
    password: str
    password_confirmation: str


class ResetPassword:
    """Use case that sets a new password with an emailed link. The link works once.

    The link proves that the viewer owns the address. If the address was not verified before, all other access
    is revoked. Another person may have created the account and may know its second factor. The operator role
    stays, because a command granted it to this address.
    """

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        signed_links: SignedLinks,
        password_policy: PasswordPolicy,
        email_queue: EmailQueue,
        guess_limiter: GuessLimiter,
        revoke_other_access: RevokeOtherAccess,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._signed_links = signed_links
        self._password_policy = password_policy
        self._email_queue = email_queue
        self._guess_limiter = guess_limiter
        self._revoke_other_access = revoke_other_access
        self._clock = clock

    def __call__(self, form: PasswordResetForm, principal: Principal) -> None:
        """Set the new password and end every other session.

        Raises `RefusedError` or `InvalidInputError`. Resets the limit for wrong passwords, so that the viewer
        can log in at once. The link is verified twice, because hashing is slow and runs without a lock.
        """
        unlocked_account = self._check_link(self._accounts.get_by_email(form.claim.email), form.claim)
        raise_for_errors(
            self._password_policy.validate(form.password, form.password_confirmation, unlocked_account)
        )
        password_hash = self._password_policy.hash(form.password)
        account = self._get_account_for_update(form.claim)
        self._change_password(account, password_hash, principal)
        self._sessions.end_all(account.id, self._clock.now(), except_id=principal.session_id)
        self._email_queue.enqueue("password_changed", account.id)
        self._guess_limiter.clear_for_account(account.id)

    def _change_password(self, account: Account, password_hash: str, principal: Principal) -> None:
        if not account.email_verified:
            self._revoke_other_access(account, except_session_id=principal.session_id)
        account.change_password(password_hash)
        account.verify_email(self._clock.now())
        self._accounts.save(account)

    def _get_account_for_update(self, claim: LinkClaim) -> Account:
        account = self._accounts.get_by_email(claim.email)
        return self._check_link(self._accounts.get_for_update(account.id) if account else None, claim)

    def _check_link(self, account: Account | None, claim: LinkClaim) -> Account:
        """Return the account if the link is valid for its current state."""
        if account is None:
            raise RefusedError(RESET_FAILED)
        state = self._signed_links.verify(LinkPurpose.RESET_PASSWORD, account, claim, self._clock.now())
        if state is not LinkState.VALID:
            raise RefusedError(LINK_EXPIRED if state is LinkState.EXPIRED else RESET_FAILED)
        return account
