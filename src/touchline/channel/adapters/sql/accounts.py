"""Accounts in the database (port `Accounts`)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import (
    AccountRow,
    DeviceGrantRow,
    IdentityRow,
    OperatorRow,
    RecoveryCodeRow,
)
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.ports.accounts import Identity, Taken
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.clock import Clock
from touchline.shared.folding import has_words
from touchline.shared.ids import AccountId, ChannelId

_PLAIN = (
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
    """The open accounts of the present channel."""

    def __init__(self, session: Callable[[], Session], clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def get(self, account_id: AccountId) -> Account | None:
        """The account; None for a closed one too."""
        return self._find(AccountRow.id == account_id)

    def held(self, account_id: AccountId) -> Account | None:
        """The account as it is now, locked until the transaction ends."""
        wanted = select(AccountRow).where(AccountRow.id == account_id, AccountRow.closed_at.is_(None))
        row = locked(self._session(), wanted)
        return _account(row) if row else None

    def by_email(self, email: str) -> Account | None:
        """The account of an address."""
        return self._find(AccountRow.email_key == email.lower())

    def by_phone(self, digits: str) -> Account | None:
        """The account of a telephone number."""
        return self._find(AccountRow.phone == digits)

    def newest(self, limit: int, find: str = "") -> Sequence[Account]:
        """Two queries with `find`: names are compared here, as databases differ in letters with accents."""
        wanted = select(AccountRow).where(AccountRow.closed_at.is_(None)).order_by(AccountRow.id.desc())
        if find:
            columns = (AccountRow.id, AccountRow.email, AccountRow.first_name, AccountRow.last_name)
            everybody = self._session().execute(wanted.with_only_columns(*columns))
            found = (row.id for row in everybody if has_words(find, *row[1:]))
            wanted = wanted.where(AccountRow.id.in_(list(islice(found, limit))))
        return [_account(row) for row in self._session().scalars(wanted.limit(limit))]

    def closed_since(self, instant: datetime) -> Sequence[Account]:
        """Of all channels that the transaction sees."""
        wanted = select(AccountRow).where(AccountRow.closed_at >= instant).order_by(AccountRow.id)
        return [_account(row) for row in self._session().scalars(wanted)]

    def add(self, account: Account) -> AccountId:
        """Keep a new one; `Taken`."""
        row = AccountRow(channel_id=account.channel_id)
        self._flush(account, row)
        account.id = AccountId(row.id)
        return account.id

    def save(self, account: Account) -> None:
        """Write all fields; `Taken`."""
        row = self._session().get_one(AccountRow, account.id)
        self._flush(account, row)

    def by_identity(self, provider: str, subject: str) -> Account | None:
        """The account that a social provider's person is linked to."""
        linked = select(IdentityRow.account_id).where(
            IdentityRow.provider == provider, IdentityRow.subject == subject
        )
        found = self._session().scalar(linked)
        return None if found is None else self.get(AccountId(found))

    def link(self, account_id: AccountId, provider: str, subject: str) -> None:
        """Link a social provider's person to an account; doing it again changes nothing."""
        now = self._clock.now()
        insert_once(
            self._session(),
            IdentityRow,
            account_id=account_id,
            provider=provider,
            subject=subject,
            linked_at=now,
        )

    def identities(self, account_id: AccountId) -> list[Identity]:
        """Who is linked to an account, by the provider's name."""
        query = select(IdentityRow).where(IdentityRow.account_id == account_id)
        rows = self._session().scalars(query.order_by(IdentityRow.provider, IdentityRow.id))
        return [Identity(row.provider, row.subject, row.linked_at) for row in rows]

    def forget_ways_in(self, account_id: AccountId) -> None:
        """Delete what opens an account without its password or beside it."""
        for table in (IdentityRow, RecoveryCodeRow, DeviceGrantRow):
            self._session().execute(delete(table).where(table.account_id == account_id))

    def forget_person(self, account_id: AccountId) -> None:
        """Delete what hangs on a closed account."""
        self.forget_ways_in(account_id)
        self._session().execute(delete(OperatorRow).where(OperatorRow.account_id == account_id))

    def _find(self, *where: ColumnElement[bool]) -> Account | None:
        row = self._session().scalar(select(AccountRow).where(*where, AccountRow.closed_at.is_(None)))
        return _account(row) if row else None

    def _flush(self, account: Account, row: AccountRow) -> None:
        _write(row, account)
        self._session().add(row)
        try:
            self._session().flush()
        except IntegrityError as error:
            # The text may hold the value as well, and an address may have "phone" in it.
            raise Taken("email" if "email_key" in str(error.orig) else "phone") from None


def _write(row: AccountRow, account: Account) -> None:
    for name in _PLAIN:
        setattr(row, name, getattr(account, name))
    factor = account.second_factor
    row.email = account.email
    row.email_key = account.email.lower() or None
    row.factor_secret = factor.sealed_secret if factor else None
    row.factor_confirmed_at = factor.confirmed_at if factor else None
    row.factor_last_step = factor.last_step if factor else 0


def _account(row: AccountRow) -> Account:
    factor = None
    if row.factor_secret is not None:
        factor = SecondFactor(row.factor_secret, row.factor_confirmed_at, row.factor_last_step)
    return Account(
        channel_id=ChannelId(row.channel_id),
        email=row.email,
        id=AccountId(row.id),
        second_factor=factor,
        **{name: getattr(row, name) for name in _PLAIN},
    )
