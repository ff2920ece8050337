"""In-memory account repositories and services for use case tests."""

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime

from touchline.channel.application.accounts.login.guess_limits import GuessLimiter
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.accounts.account_statuses import AccountStatus
from touchline.channel.ports.accounts.accounts import DuplicateAccountError, Identity
from touchline.channel.ports.accounts.memberships import Membership
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.ports.accounts.user_agents import Device
from touchline.channel.ports.email.email_queue import EmailQueue
from touchline.channel.ports.operators.operators import Operator
from touchline.shared.ids import AccountId, EventId
from touchline.shared.strings.folding import matches_all_words
from touchline.shared.tests.throttle import FakeThrottle

LINKED_AT = datetime(2026, 11, 1, tzinfo=UTC)


class FakeMemberships:
    """`Memberships` of closures and exports: the addresses on lists, and those that were removed."""

    def __init__(self, *memberships: Membership) -> None:
        self.memberships = memberships
        self.removed_addresses: list[str] = []

    def list_for_address(self, _address: str) -> Sequence[Membership]:
        return self.memberships

    def remove_address(self, address: str) -> None:
        self.removed_addresses.append(address)


class FakeAccounts:
    """Accounts of one channel. Reads return copies, as from a database."""

    def __init__(self, *accounts: Account) -> None:
        self.rows: dict[AccountId, Account] = {}
        self.identities_by_subject: dict[tuple[str, str], AccountId] = {}
        self.operators = FakeOperators()
        self.erased_ids: list[AccountId] = []
        for account in accounts:
            self.add(account)

    def get(self, account_id: AccountId) -> Account | None:
        account = self.rows.get(account_id)
        return copy(account) if account and account.closed_at is None else None

    def get_for_update(self, account_id: AccountId) -> Account | None:
        return self.get(account_id)

    def get_by_email(self, email: str) -> Account | None:
        return self._find(lambda row: row.email.lower() == email.lower())

    def get_by_phone(self, digits: str) -> Account | None:
        return self._find(lambda row: row.phone == digits)

    def list_by_id(self, account_ids: Collection[AccountId]) -> list[Account]:
        return [account for account in self.list_newest(len(self.rows)) if account.id in account_ids]

    def find_ids(self, find: str) -> list[AccountId]:
        return [account.id for account in self.list_newest(len(self.rows), find)]

    def count(self) -> int:
        return len(self.list_newest(len(self.rows)))

    def list_newest(self, limit: int, find: str = "", offset: int = 0) -> list[Account]:
        accounts = [copy(row) for row in self.rows.values() if row.closed_at is None]
        accounts = [
            row for row in accounts if matches_all_words(find, row.email, row.first_name, row.last_name)
        ]
        return sorted(accounts, key=lambda row: -row.id)[offset : offset + limit]

    def list_closed_since(self, instant: datetime) -> list[Account]:
        return [copy(row) for row in self.rows.values() if row.closed_at and row.closed_at >= instant]

    def add(self, account: Account) -> AccountId:
        account.id = AccountId(len(self.rows) + 1)
        self._reject_duplicate(account)
        self.rows[account.id] = copy(account)
        return account.id

    def save(self, account: Account) -> None:
        self._reject_duplicate(account)
        self.rows[account.id] = copy(account)

    def get_by_identity(self, provider: str, subject: str) -> Account | None:
        account_id = self.identities_by_subject.get((provider, subject))
        return None if account_id is None else self.get(account_id)

    def link_identity(self, account_id: AccountId, provider: str, subject: str) -> None:
        self.identities_by_subject.setdefault((provider, subject), account_id)

    def list_identities(self, account_id: AccountId) -> list[Identity]:
        return [
            Identity(provider, subject, LINKED_AT)
            for (provider, subject), owner_id in sorted(self.identities_by_subject.items())
            if owner_id == account_id
        ]

    def delete_credentials(self, account_id: AccountId) -> None:
        self.identities_by_subject = {
            identity: owner_id
            for identity, owner_id in self.identities_by_subject.items()
            if owner_id != account_id
        }

    def erase_personal_data(self, account_id: AccountId) -> None:
        self.delete_credentials(account_id)
        self.operators.remove(account_id)
        self.erased_ids.append(account_id)

    def _find(self, predicate) -> Account | None:  # type: ignore[no-untyped-def]
        return next(
            (copy(row) for row in self.rows.values() if row.closed_at is None and predicate(row)), None
        )

    def _reject_duplicate(self, account: Account) -> None:
        for other in self.rows.values():
            if other.id == account.id or other.closed_at is not None:
                continue
            if account.email and other.email.lower() == account.email.lower():
                raise DuplicateAccountError("email")
            if account.phone and other.phone == account.phone:
                raise DuplicateAccountError("phone")


class FakePasswordHasher:
    """Hashes a password as `hash of …`. `verify_count` counts verifications: a wrong password must take as
    long as a missing one. Hashes in `outdated_hashes` need rehashing.
    """

    def __init__(self) -> None:
        self.verify_count = 0
        self.hashed_passwords: list[str] = []
        self.outdated_hashes: set[str] = set()

    def hash(self, password: str) -> str:
        self.hashed_passwords.append(password)
        return f"hash of {password}"

    def verify(self, password_hash: str | None, password: str) -> bool:
        self.verify_count += 1
        return password_hash == f"hash of {password}"

    def needs_rehash(self, password_hash: str, password: str = "") -> bool:
        return password_hash in self.outdated_hashes


def create_guess_limiter(
    throttle: FakeThrottle, email_queue: EmailQueue, max_free_guesses: int = 10
) -> GuessLimiter:
    """Return a limiter of password guesses, with a number of free guesses."""
    return GuessLimiter(
        throttle, Limit("wrong-passwords", max_free_guesses, 900), email_queue, "wrong_passwords"
    )


class FakeEncryption:
    """Encryption that leaves the text readable."""

    def encrypt(self, purpose: str, text: str) -> str:
        return f"{purpose}:{text}"

    def decrypt(self, purpose: str, encrypted: str, *, max_age_seconds: int | None = None) -> str:
        return encrypted.removeprefix(f"{purpose}:")


class FixedUserAgentParser:
    """Returns the same device for every user agent."""

    def parse(self, user_agent: str) -> Device:
        return Device("Chrome on Windows", "desktop")


class EmptyAccountStatuses:
    """Returns the status of an account without purchases."""

    def __call__(self, account_id: AccountId) -> AccountStatus:
        return AccountStatus()


class FakeOperators:
    """The channel's operators, by account."""

    def __init__(self, *accounts: AccountId) -> None:
        self.rows: dict[AccountId, Operator] = {}
        for account_id in accounts:
            self.add(account_id, Role.OWNER, LINKED_AT)

    def get(self, account_id: AccountId) -> Operator | None:
        return self.rows.get(account_id)

    def add(self, account_id: AccountId, role: Role, now: datetime) -> bool:
        was_added = account_id not in self.rows
        self.rows.setdefault(account_id, Operator(account_id, "", "", now, role))
        return was_added

    def set_role(self, account_id: AccountId, role: Role) -> None:
        self.rows[account_id] = replace(self.rows[account_id], role=role)

    def set_events(self, account_id: AccountId, event_ids: Collection[EventId]) -> None:
        self.rows[account_id] = replace(self.rows[account_id], event_ids=tuple(event_ids))

    def remove(self, account_id: AccountId) -> bool:
        return self.rows.pop(account_id, None) is not None

    def list_all(self) -> list[Operator]:
        return list(self.rows.values())

    def lock(self) -> None:
        """Do nothing, because no other transaction runs."""


class FakeUsedTokens:
    """Used tokens in a set."""

    def __init__(self) -> None:
        self.used: set[tuple[str, str]] = set()

    def consume(self, purpose: str, token_hash: str, until: datetime) -> bool:
        is_new = (purpose, token_hash) not in self.used
        self.used.add((purpose, token_hash))
        return is_new

    def delete_before(self, instant: datetime) -> int:
        return 0
