"""A viewer's profile (product.md §2; api.md, `/profile`)."""

from dataclasses import dataclass
from typing import Any

from touchline.channel.application.accounts.account_creation import DUPLICATE_MESSAGES
from touchline.channel.application.accounts.password_confirmation import ConfirmPassword, require_account
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.form_errors import (
    FIRST_NAME_REQUIRED,
    LAST_NAME_REQUIRED,
    first_error,
    raise_for_errors,
)
from touchline.channel.domain.accounts.validation import normalize_name, validate_name, validate_phone
from touchline.channel.domain.site.keys import VIEWER_LIFETIME
from touchline.channel.ports.accounts.accounts import Accounts, DuplicateAccountError
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.site.channels import Channels
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.clock import Clock
from touchline.shared.errors import InvalidInputError, NotAuthenticatedError
from touchline.shared.principal import Principal
from touchline.shared.strings.validation import FIELD_REQUIRED, phone_digits


class GetProfile:
    """Query for the current viewer's profile."""

    def __init__(self, accounts: Accounts, user_serializer: UserSerializer) -> None:
        self._accounts = accounts
        self._user_serializer = user_serializer

    def __call__(self, principal: Principal) -> dict[str, Any]:
        """Return the `user` object. Raises `NotAuthenticatedError` if the account is closed."""
        account = require_account(self._accounts.get(principal.viewer_id))
        return self._user_serializer.serialize(account, principal.country, principal.single_sign_on_at)


@dataclass(frozen=True)
class ProfileChanges:
    """The submitted profile fields. A None field or an empty password is left unchanged."""

    first_name: str | None = None
    last_name: str | None = None
    phone: str | None = None
    language: str | None = None
    password: str = ""
    password_confirmation: str = ""
    current_password: str = ""


class UpdateProfile:
    """Use case that changes the names, phone number, language, and password.

    A new password requires the current one, unless the current one is temporary or missing. The change ends
    every other session and notifies the viewer by email.
    """

    def __init__(
        self,
        accounts: Accounts,
        channels: Channels,
        sessions: Sessions,
        password_policy: PasswordPolicy,
        confirm_password: ConfirmPassword,
        email_queue: EmailQueue,
        user_serializer: UserSerializer,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._sessions = sessions
        self._password_policy = password_policy
        self._confirm_password = confirm_password
        self._email_queue = email_queue
        self._user_serializer = user_serializer
        self._clock = clock

    def __call__(self, changes: ProfileChanges, principal: Principal) -> dict[str, Any]:
        """Apply the changes and return the `user` object.

        Raises `InvalidInputError` with all errors, or `RefusedError` with `Incorrect password`.
        """
        unlocked_account = require_account(self._accounts.get(principal.viewer_id))
        raise_for_errors(self._validate(changes, unlocked_account))
        password_hash = self._hash_new_password(changes, unlocked_account, principal)
        account = require_account(self._accounts.get_for_update(unlocked_account.id))
        _apply_changes(changes, account)
        if password_hash:
            _reject_stale_change(account, unlocked_account)
            self._change_password(account, password_hash, principal)
        self._save(account)
        return self._user_serializer.serialize(account, principal.country, principal.single_sign_on_at)

    def _validate(self, changes: ProfileChanges, account: Account) -> dict[str, list[str]]:
        errors: dict[str, list[str]] = {}
        if changes.first_name is not None:
            errors["first_name"] = validate_name(normalize_name(changes.first_name), FIRST_NAME_REQUIRED)
        if changes.last_name is not None:
            errors["last_name"] = validate_name(normalize_name(changes.last_name), LAST_NAME_REQUIRED)
        if changes.phone is not None:
            errors["phone"] = first_error(
                validate_phone(changes.phone), self._validate_phone_available(changes.phone, account)
            )
        if changes.language is not None and changes.language not in self._channels.get_current().languages:
            errors["language"] = ["This channel does not offer this language."]
        return {**errors, **self._validate_password(changes, account)}

    def _validate_password(self, changes: ProfileChanges, account: Account) -> dict[str, list[str]]:
        if not changes.password and not changes.password_confirmation:
            return {}
        is_password_missing = _requires_current_password(account) and not changes.current_password
        errors = self._password_policy.validate(changes.password, changes.password_confirmation, account)
        return {**errors, "current_password": [FIELD_REQUIRED] if is_password_missing else []}

    def _validate_phone_available(self, phone: str, account: Account) -> list[str]:
        digits = phone_digits(phone)
        other = self._accounts.get_by_phone(digits) if digits else None
        return [DUPLICATE_MESSAGES["phone"]] if other and other.id != account.id else []

    def _hash_new_password(
        self, changes: ProfileChanges, unlocked_account: Account, principal: Principal
    ) -> str | None:
        """Return the hash of the new password, or None if there is none. Runs before the account is
        locked."""
        if not changes.password:
            return None
        if _requires_current_password(unlocked_account):
            self._confirm_password(principal, changes.current_password)
        return self._password_policy.hash(changes.password)

    def _change_password(self, account: Account, password_hash: str, principal: Principal) -> None:
        was_temporary = account.temporary_password
        account.change_password(password_hash)
        now = self._clock.now()
        self._sessions.end_all(account.id, now, except_id=principal.session_id)
        if was_temporary:
            self._sessions.clear_password_change(principal.session_id, now + VIEWER_LIFETIME)
        self._email_queue.enqueue("password_changed", account.id)

    def _save(self, account: Account) -> None:
        try:
            self._accounts.save(account)
        except DuplicateAccountError as error:
            raise InvalidInputError({error.field: [DUPLICATE_MESSAGES[error.field]]}) from None


def _requires_current_password(account: Account) -> bool:
    return account.password_hash is not None and not account.temporary_password


def _reject_stale_change(locked_account: Account, unlocked_account: Account) -> None:
    """Raise `NotAuthenticatedError` if the password changed while the new one was hashed.

    The other change ended this session, so the older request must not override it.
    """
    if locked_account.credentials_version != unlocked_account.credentials_version:
        raise NotAuthenticatedError


def _apply_changes(changes: ProfileChanges, account: Account) -> None:
    if changes.first_name is not None:
        account.first_name = normalize_name(changes.first_name)
    if changes.last_name is not None:
        account.last_name = normalize_name(changes.last_name)
    if changes.phone is not None:
        account.phone = phone_digits(changes.phone)
    account.language = changes.language or account.language
