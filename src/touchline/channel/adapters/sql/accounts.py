"""Accounts in the database (port `Accounts`)."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import (
    AccessTokenRow,
    AccountRow,
    DeviceGrantRow,
    IdentityRow,
    InvitationRow,
    OperatorEventRow,
    OperatorRow,
    RecoveryCodeRow,
)
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.events import AddressVerified
from touchline.channel.ports.accounts.accounts import DuplicateAccountError, Identity
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.strings.folding import matches_all_words
from touchline.shared.strings.validation import is_email
from touchline.shared.unit_of_work import Announce

_SIMPLE_COLUMNS = (
    "first_name",
    "last_name",
    "phone",
    "language",
    "password_hash",
    "temporary_password",
    "temporary_until",
    "credentials_version",
    "email_verified_at",
    "created_at",
    "closed_at",
    "suspended_at",
)


class SqlAccounts:
    """The open accounts of the current channel.

    Only `add` and `save` store a verified address. Both announce `AddressVerified`, so no caller can
    forget it.
    """

    def __init__(self, session: Callable[[], Session], clock: Clock, announce: Announce) -> None:
        self._session = session
        self._clock = clock
        self._announce = announce

    def get(self, account_id: AccountId) -> Account | None:
        """Return the account, or None if it does not exist or is closed."""
        return self._find(AccountRow.id == account_id)

    def get_for_update(self, account_id: AccountId) -> Account | None:
        """Return the current state of the account, locked until the transaction ends."""
        statement = select(AccountRow).where(AccountRow.id == account_id, AccountRow.closed_at.is_(None))
        row = select_for_update(self._session(), statement)
        return _to_account(row) if row else None

    def get_by_email(self, email: str) -> Account | None:
        """Return the account with an email address."""
        return self._find(AccountRow.email_key == email.lower())

    def get_by_phone(self, digits: str) -> Account | None:
        """Return the account with a phone number."""
        return self._find(AccountRow.phone == digits)

    def list_by_id(self, account_ids: Collection[AccountId]) -> Sequence[Account]:
        """List the open accounts among some ids, newest first."""
        if not account_ids:
            return []
        return self._list(AccountRow.id.in_(account_ids))

    def find_ids(self, find: str) -> Sequence[AccountId]:
        """Return the ids of matching accounts, newest first.

        Names are compared in Python, because databases differ in their treatment of accents.
        """
        columns = (AccountRow.id, AccountRow.email, AccountRow.first_name, AccountRow.last_name)
        statement = select(*columns).where(AccountRow.closed_at.is_(None)).order_by(AccountRow.id.desc())
        if is_email(find) and (account := self.get_by_email(find)):
            return [account.id]
        rows = self._session().execute(statement)
        return [AccountId(row.id) for row in rows if matches_all_words(find, *row[1:])]

    def count(self) -> int:
        """Return the number of open accounts."""
        statement = select(func.count()).select_from(AccountRow).where(AccountRow.closed_at.is_(None))
        return int(self._session().scalars(statement).one())

    def list_newest(self, limit: int, find: str = "", offset: int = 0) -> Sequence[Account]:
        """List the newest accounts. With `find`, this takes two queries."""
        if find:
            return self.list_by_id(self.find_ids(find)[offset : offset + limit])
        return self._list(limit=limit, offset=offset)

    def list_closed_since(self, instant: datetime) -> Sequence[Account]:
        """List closed accounts of all channels that the transaction can access."""
        statement = select(AccountRow).where(AccountRow.closed_at >= instant).order_by(AccountRow.id)
        return [_to_account(row) for row in self._session().scalars(statement)]

    def add(self, account: Account) -> AccountId:
        """Add a new account. Raises `DuplicateAccountError`."""
        row = AccountRow(channel_id=account.channel_id)
        self._flush(account, row)
        account.id = AccountId(row.id)
        return account.id

    def save(self, account: Account) -> None:
        """Save all fields. Raises `DuplicateAccountError`."""
        row = self._session().get_one(AccountRow, account.id)
        self._flush(account, row)

    def get_by_identity(self, provider: str, subject: str) -> Account | None:
        """Return the account linked to an identity of a social provider."""
        linked = select(IdentityRow.account_id).where(
            IdentityRow.provider == provider, IdentityRow.subject == subject
        )
        account_id = self._session().scalar(linked)
        return None if account_id is None else self.get(AccountId(account_id))

    def link_identity(self, account_id: AccountId, provider: str, subject: str) -> None:
        """Link an identity of a social provider to an account. The operation is idempotent."""
        now = self._clock.now()
        insert_if_absent(
            self._session(),
            IdentityRow,
            account_id=account_id,
            provider=provider,
            subject=subject,
            linked_at=now,
        )

    def list_identities(self, account_id: AccountId) -> list[Identity]:
        """List the identities linked to an account, sorted by provider."""
        query = select(IdentityRow).where(IdentityRow.account_id == account_id)
        rows = self._session().scalars(query.order_by(IdentityRow.provider, IdentityRow.id))
        return [Identity(row.provider, row.subject, row.linked_at) for row in rows]

    def delete_credentials(self, account_id: AccountId) -> None:
        """Delete the credentials of an account other than its password."""
        for table in (IdentityRow, RecoveryCodeRow, DeviceGrantRow, AccessTokenRow):
            self._session().execute(delete(table).where(table.account_id == account_id))

    def erase_personal_data(self, account_id: AccountId) -> None:
        """Delete the data related to an account before it is closed."""
        self.delete_credentials(account_id)
        email_key = select(AccountRow.email_key).where(AccountRow.id == account_id).scalar_subquery()
        self._session().execute(delete(InvitationRow).where(InvitationRow.email_key == email_key))
        for table in (OperatorEventRow, OperatorRow):
            self._session().execute(delete(table).where(table.account_id == account_id))

    def _list(
        self, *where: ColumnElement[bool], limit: int | None = None, offset: int = 0
    ) -> Sequence[Account]:
        statement = select(AccountRow).where(*where, AccountRow.closed_at.is_(None))
        rows = self._session().scalars(statement.order_by(AccountRow.id.desc()).limit(limit).offset(offset))
        return [_to_account(row) for row in rows]

    def _find(self, *where: ColumnElement[bool]) -> Account | None:
        row = self._session().scalar(select(AccountRow).where(*where, AccountRow.closed_at.is_(None)))
        return _to_account(row) if row else None

    def _flush(self, account: Account, row: AccountRow) -> None:
        is_newly_verified = row.email_verified_at is None and account.email_verified
        _update_row(row, account)
        self._session().add(row)
        try:
            self._session().flush()
        except IntegrityError as error:
            # The error text may contain the value too, and an address may contain "phone".
            raise DuplicateAccountError("email" if "email_key" in str(error.orig) else "phone") from None
        if is_newly_verified:
            self._announce(AddressVerified(row.channel_id, row.id))


def _update_row(row: AccountRow, account: Account) -> None:
    for name in _SIMPLE_COLUMNS:
        setattr(row, name, getattr(account, name))
    factor = account.second_factor
    row.email = account.email
    row.email_key = account.email.lower() or None
    row.factor_secret = factor.encrypted_secret if factor else None
    row.factor_confirmed_at = factor.confirmed_at if factor else None
    row.factor_last_step = factor.last_step if factor else 0


def _to_account(row: AccountRow) -> Account:
    factor = None
    if row.factor_secret is not None:
        factor = SecondFactor(row.factor_secret, row.factor_confirmed_at, row.factor_last_step)
    return Account(
        channel_id=ChannelId(row.channel_id),
        email=row.email,
        id=AccountId(row.id),
        second_factor=factor,
        **{name: getattr(row, name) for name in _SIMPLE_COLUMNS},
    )
