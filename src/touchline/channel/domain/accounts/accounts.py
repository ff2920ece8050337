"""Accounts: one person's membership of one channel (product.md §3, "User"; §6).

The same email address may have an account in each channel. Accounts share nothing.
"""

from dataclasses import dataclass
from datetime import datetime

from touchline.shared.ids import AccountId, ChannelId

UNSAVED_ID = AccountId(0)


@dataclass(frozen=True)
class SecondFactor:
    """An authenticator app (RFC 6238).

    `encrypted_secret` can be decrypted only with the deployment's secret. `confirmed_at` is None until the
    viewer enters the first code. Until then, a login does not require a code. `last_step` is the time step of
    the last accepted code. Codes of that step and of earlier steps are rejected.
    """

    encrypted_secret: str
    confirmed_at: datetime | None = None
    last_step: int = 0


@dataclass
class Account:
    """A viewer of a channel.

    `id` is 0 before the account is saved. `phone` contains only digits. `password_hash` is None if the viewer
    signed up through a social provider and never set a password. `temporary_until` is when a temporary
    password expires. `credentials_version` increases with each password change, so that a reset link works
    only once.
    """

    channel_id: ChannelId
    email: str
    first_name: str
    last_name: str
    language: str
    created_at: datetime
    phone: str | None = None
    password_hash: str | None = None
    email_verified_at: datetime | None = None
    temporary_password: bool = False
    temporary_until: datetime | None = None
    credentials_version: int = 1
    second_factor: SecondFactor | None = None
    closed_at: datetime | None = None
    suspended_at: datetime | None = None
    id: AccountId = UNSAVED_ID

    @property
    def email_verified(self) -> bool:
        """Return whether the viewer has verified the email address."""
        return self.email_verified_at is not None

    @property
    def has_second_factor(self) -> bool:
        """Return whether a login also requires a code."""
        return self.second_factor is not None and self.second_factor.confirmed_at is not None

    @property
    def name(self) -> str:
        """Return the first and last name, or the part of the email address before the @ if both are empty."""
        return f"{self.first_name} {self.last_name}".strip() or self.email.partition("@")[0]

    def verify_email(self, now: datetime) -> None:
        """Mark the email address as verified, unless it already is."""
        self.email_verified_at = self.email_verified_at or now

    def is_temporary_password_expired(self, now: datetime) -> bool:
        """Return whether the password is temporary and has expired."""
        until = self.temporary_until
        return self.temporary_password and until is not None and now >= until

    def change_password(
        self, password_hash: str, *, temporary: bool = False, until: datetime | None = None
    ) -> None:
        """Replace the password and invalidate the reset links that were already sent."""
        self.password_hash = password_hash
        self.temporary_password = temporary
        self.temporary_until = until if temporary else None
        self.credentials_version += 1

    def clear_credentials(self) -> None:
        """Remove the password and the second factor, and invalidate reset links."""
        self.password_hash = self.second_factor = None
        self.temporary_password, self.temporary_until = False, None
        self.credentials_version += 1

    @property
    def is_suspended(self) -> bool:
        """Return whether the account is suspended. A suspended account cannot log in."""
        return self.suspended_at is not None

    def suspend(self, now: datetime) -> bool:
        """Suspend the account and invalidate its password reset links.

        Return False if the account was already suspended.
        """
        if self.is_suspended:
            return False
        self.suspended_at = now
        self.credentials_version += 1
        return True

    def unsuspend(self) -> bool:
        """Lift the suspension. Return False if the account was not suspended."""
        was_suspended = self.is_suspended
        self.suspended_at = None
        return was_suspended

    def close(self, now: datetime) -> None:
        """Close the account and erase the personal data.

        The account id remains, so that it is never assigned again.
        """
        self.closed_at, self.suspended_at = now, None
        self.email = self.first_name = self.last_name = ""
        self.phone = self.password_hash = self.second_factor = self.email_verified_at = None
        self.temporary_password, self.temporary_until = False, None
        self.credentials_version += 1
