"""Accounts of people who log in through a social provider."""

from collections.abc import Callable

from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import INVALID_AUTH_DATA, MAX_NAME_LENGTH
from touchline.channel.domain.accounts.validation import normalize_name
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.social import SocialProfile
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.principal import Principal
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import is_email

EMAIL_NOT_VERIFIED = ErrorMessage(
    "errors.email_not_verified",
    "You already have an account with this email address. Log in with your password.",
)
EMAIL_MISSING = ErrorMessage(
    "errors.social_email_missing",
    "We need your email address, but the other site did not share it. Register by email instead.",
)


class AccountNotLinkableError(RefusedError):
    """The person cannot use this login. The transaction is committed, because the provider's code is used
    up."""

    commits_transaction = True


class SocialAccountService:
    """Service that matches social profiles to accounts, by subject or by an address that the provider
    verified.

    Another person may have created an account with an unverified address and may still have access. Once the
    owner logs in with the verified address, all other access is revoked: password, second factor, social
    logins, and sessions (ADR 21). An account with a verified address and a password is linked only after the
    person enters the password.
    """

    def __init__(
        self,
        accounts: Accounts,
        revoke_other_access: RevokeOtherAccess,
        create_account: CreateAccount,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._revoke_other_access = revoke_other_access
        self._create_account = create_account
        self._clock = clock

    def find_account(
        self, profile: SocialProfile, confirm_password: Callable[[Account], None]
    ) -> Account | None:
        """Return the locked account, or None for a new person.

        Raises `AccountNotLinkableError` if only an unverified address matches, or if a new person has no
        address. Before the first login to a verified account with a password, `confirm_password` is called.
        It may raise an error.
        """
        linked = self._accounts.get_by_identity(profile.provider, profile.subject)
        if linked is not None:
            return self._verify_email(self._accounts.get_for_update(linked.id), profile)
        existing_account = self._accounts.get_by_email(_get_email(profile))
        if existing_account is None:
            return None
        if not profile.email_verified:
            raise AccountNotLinkableError(EMAIL_NOT_VERIFIED)
        if existing_account.email_verified and existing_account.password_hash is not None:
            confirm_password(existing_account)  # comparing is slow, so nothing is locked yet
        locked_account = self._accounts.get_for_update(existing_account.id)
        if (
            locked_account is None
            or locked_account.credentials_version != existing_account.credentials_version
        ):
            raise AccountNotLinkableError(INVALID_AUTH_DATA)
        if not locked_account.email_verified:
            self._revoke_other_access(locked_account)
        return self._verify_email(locked_account, profile)

    def link(self, account: Account, profile: SocialProfile) -> None:
        """Link the profile to the account for later logins."""
        self._accounts.link_identity(account.id, profile.provider, profile.subject)

    def register(self, profile: SocialProfile, principal: Principal) -> Account:
        """Create an account.

        Its email address is verified if the provider verified it. Otherwise a verification email is queued.
        Raises `InvalidInputError` if another account has the address by now.
        """
        now = self._clock.now()
        account = Account(
            principal.channel_id,
            _get_email(profile),
            normalize_name(profile.first_name)[:MAX_NAME_LENGTH],
            normalize_name(profile.last_name)[:MAX_NAME_LENGTH],
            principal.language,
            now,
            email_verified_at=now if profile.email_verified else None,
        )
        self._create_account(account)
        return account

    def _verify_email(self, account: Account | None, profile: SocialProfile) -> Account | None:
        """Return the account. Mark its address as verified if it is the one that the provider verified."""
        if account is None or account.email_verified or not profile.email_verified:
            return account
        if account.email.lower() == normalize.email(profile.email or "").lower():
            account.verify_email(self._clock.now())
            self._accounts.save(account)
        return account


def _get_email(profile: SocialProfile) -> str:
    address = normalize.email(profile.email or "")
    if not is_email(address):
        raise AccountNotLinkableError(EMAIL_MISSING)
    return address
