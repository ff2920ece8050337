"""An account: one person's membership of one channel (product.md §3, "User"; §6).

The same address may have an account in each channel; nothing is shared between them.
"""

from dataclasses import dataclass
from datetime import datetime

from touchline.shared.ids import AccountId, ChannelId

UNSAVED_ID = AccountId(0)


@dataclass(frozen=True)
class SecondFactor:
    """An authenticator app (RFC 6238). `encrypted_secret` can be read with the deployment's secret only.

    `confirmed_at` None: the code of the app was not seen yet, so no log-in asks for one. `last_step` is the
    time step of the last code that was taken; that one and those before it open nothing any more.
    """

    encrypted_secret: str
    confirmed_at: datetime | None = None
    last_step: int = 0


@dataclass
class Account:
    """A viewer of a channel. `id` 0 stands for one that is not kept yet.

    `phone` is digits only. `password_hash` None: they came through a social provider and never chose one.
    `temporary_until`: when a temporary password stops working.
    `credentials_version` rises with each change of the password, which is what makes a reset link work once.
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
        """Whether the viewer has shown that the address is theirs."""
        return self.email_verified_at is not None

    @property
    def has_second_factor(self) -> bool:
        """Whether a log-in asks for a code as well."""
        return self.second_factor is not None and self.second_factor.confirmed_at is not None

    @property
    def name(self) -> str:
        """First and last name, or the address's part before the @ where there are none."""
        return f"{self.first_name} {self.last_name}".strip() or self.email.partition("@")[0]

    def verify_email(self, now: datetime) -> None:
        """The viewer has shown that the address is theirs; the first time counts."""
        self.email_verified_at = self.email_verified_at or now

    def is_temporary_password_expired(self, now: datetime) -> bool:
        """Whether the password is a temporary one that has stopped working."""
        until = self.temporary_until
        return self.temporary_password and until is not None and now >= until

    def change_password(
        self, password_hash: str, *, temporary: bool = False, until: datetime | None = None
    ) -> None:
        """Take another password; links that were sent to reset the old one are void from now on."""
        self.password_hash = password_hash
        self.temporary_password = temporary
        self.temporary_until = until if temporary else None
        self.credentials_version += 1

    def clear_credentials(self) -> None:
        """Forget everything that opens the account with a password; links to reset it are void as well."""
        self.password_hash = self.second_factor = None
        self.temporary_password, self.temporary_until = False, None
        self.credentials_version += 1

    @property
    def is_suspended(self) -> bool:
        """Whether the channel keeps this account from logging in."""
        return self.suspended_at is not None

    def suspend(self, now: datetime) -> bool:
        """Keep the account from logging in; return False if it was suspended before. Links that were sent to
        reset the password are void."""
        if self.is_suspended:
            return False
        self.suspended_at = now
        self.credentials_version += 1
        return True

    def unsuspend(self) -> bool:
        """Let the account log in again; return False if it was not suspended."""
        was_suspended = self.is_suspended
        self.suspended_at = None
        return was_suspended

    def close(self, now: datetime) -> None:
        """Erase the person. What is left is the number of the account, so that no other ever gets it."""
        self.closed_at, self.suspended_at = now, None
        self.email = self.first_name = self.last_name = ""
        self.phone = self.password_hash = self.second_factor = self.email_verified_at = None
        self.temporary_password, self.temporary_until = False, None
        self.credentials_version += 1
