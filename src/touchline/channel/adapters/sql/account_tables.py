"""Accounts and related tables. No column contains a usable password, code, key or link."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class AccountRow(ChannelScoped, Base):
    """A viewer account. A closed account keeps only its id, so that the id is never reused.

    `email_key` is the address in lower case: one account per address, regardless of case.
    """

    __tablename__ = "account"
    __table_args__ = (UniqueConstraint("channel_id", "email_key"), UniqueConstraint("channel_id", "phone"))

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str | None] = mapped_column(String(254))
    first_name: Mapped[str] = mapped_column(String(80))
    last_name: Mapped[str] = mapped_column(String(80))
    phone: Mapped[str | None] = mapped_column(String(14))
    language: Mapped[str] = mapped_column(String(12))
    password_hash: Mapped[str | None] = mapped_column(String(200))
    temporary_password: Mapped[bool]
    temporary_until: Mapped[datetime | None]
    credentials_version: Mapped[int]
    email_verified_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]
    factor_secret: Mapped[str | None] = mapped_column(Text)
    factor_confirmed_at: Mapped[datetime | None]
    factor_last_step: Mapped[int]


class IdentityRow(ChannelScoped, Base):
    """An identity at a social provider, linked to an account."""

    __tablename__ = "account_identity"
    __table_args__ = (UniqueConstraint("channel_id", "provider", "subject"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    provider: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(255))
    linked_at: Mapped[datetime]


class OperatorRow(ChannelScoped, Base):
    """An account that is an operator of its channel, with its role."""

    __tablename__ = "channel_operators"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    added_at: Mapped[datetime]
    role: Mapped[str] = mapped_column(String(12))


class OperatorEventRow(ChannelScoped, Base):
    """An event that is assigned to a scorekeeper."""

    __tablename__ = "operator_event"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    event_id: Mapped[int] = mapped_column(primary_key=True)


class InvitationRow(ChannelScoped, Base):
    """An invitation to the team of a channel. The token in its link is stored as a hash."""

    __tablename__ = "operator_invitation"
    __table_args__ = (UniqueConstraint("channel_id", "email_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(254))
    role: Mapped[str] = mapped_column(String(12))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    sent_at: Mapped[datetime] = mapped_column(index=True)
    accepted_by: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)


class AccessTokenRow(ChannelScoped, Base):
    """An access token of an operator, without its secret (`domain.operators.access_tokens.AccessToken`)."""

    __tablename__ = "access_token"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    prefix: Mapped[str] = mapped_column(String(10))
    scopes: Mapped[list[str]] = mapped_column(JSON)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    session_id: Mapped[int | None]


class RecoveryCodeRow(ChannelScoped, Base):
    """The hash of a recovery code. The row is deleted when the code is used."""

    __tablename__ = "recovery_code"
    __table_args__ = (UniqueConstraint("account_id", "code_hash"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    code_hash: Mapped[str] = mapped_column(String(64))


class UsedTokenRow(ChannelScoped, Base):
    """The hash of a used token, kept for as long as the token could be reused."""

    __tablename__ = "spent_token"
    __table_args__ = (UniqueConstraint("channel_id", "purpose", "token_hash"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    purpose: Mapped[str] = mapped_column(String(20))
    token_hash: Mapped[str] = mapped_column(String(64))
    until: Mapped[datetime] = mapped_column(index=True)


class SocialAttemptRow(ChannelScoped, Base):
    """A social login that waits for more input, such as a password.

    `sealed_person` is the encrypted profile.
    """

    __tablename__ = "social_attempt"
    __table_args__ = (UniqueConstraint("session_id", "code_hash"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("viewer_session.id", ondelete="CASCADE"))
    code_hash: Mapped[str] = mapped_column(String(64))
    sealed_person: Mapped[str] = mapped_column(Text)
    until: Mapped[datetime] = mapped_column(index=True)


class DeviceGrantRow(ChannelScoped, Base):
    """A device that waits for authorization (RFC 8628). Both codes are stored as hashes.

    `name` and `platform` describe the device. `linked_by` is the session in which a viewer entered the code.
    """

    __tablename__ = "device_grant"
    __table_args__ = (UniqueConstraint("channel_id", "user_hash"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("viewer_session.id", ondelete="CASCADE"), index=True)
    device_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_hash: Mapped[str] = mapped_column(String(64))
    expires_at: Mapped[datetime] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(String(120))
    platform: Mapped[str] = mapped_column(String(12))
    interval: Mapped[int]
    asked_at: Mapped[datetime | None]
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"), index=True)
    linked_by: Mapped[int | None] = mapped_column(
        ForeignKey("viewer_session.id", ondelete="CASCADE"), index=True
    )
    taken_at: Mapped[datetime | None]
