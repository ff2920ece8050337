"""Accounts and what they need, in memory, for tests of use cases."""

from copy import copy
from datetime import UTC, datetime

from touchline.channel.application.guess_limits import GuessLimiter
from touchline.channel.domain.accounts import Account
from touchline.channel.ports.accounts import Identity, Taken
from touchline.channel.ports.letters import Letters
from touchline.channel.ports.operators import Operator
from touchline.channel.ports.standing import Standing
from touchline.channel.ports.throttle import Limit
from touchline.channel.ports.user_agents import Device
from touchline.shared.errors import Throttled
from touchline.shared.folding import has_words
from touchline.shared.ids import AccountId

LINKED_AT = datetime(2026, 11, 1, tzinfo=UTC)


class FakeAccounts:
    """Accounts of one channel; what is read is a copy, as from a database."""

    def __init__(self, *accounts: Account) -> None:
        self.rows: dict[AccountId, Account] = {}
        self.linked: dict[tuple[str, str], AccountId] = {}
        self.operators = FakeOperators()
        self.forgotten: list[AccountId] = []
        for account in accounts:
            self.add(account)

    def get(self, account_id: AccountId) -> Account | None:
        found = self.rows.get(account_id)
        return copy(found) if found and found.closed_at is None else None

    def held(self, account_id: AccountId) -> Account | None:
        return self.get(account_id)

    def by_email(self, email: str) -> Account | None:
        return self._first(lambda row: row.email.lower() == email.lower())

    def by_phone(self, digits: str) -> Account | None:
        return self._first(lambda row: row.phone == digits)

    def newest(self, limit: int, find: str = "") -> list[Account]:
        found = [copy(row) for row in self.rows.values() if row.closed_at is None]
        found = [row for row in found if has_words(find, row.email, row.first_name, row.last_name)]
        return sorted(found, key=lambda row: -row.id)[:limit]

    def closed_since(self, instant: datetime) -> list[Account]:
        return [copy(row) for row in self.rows.values() if row.closed_at and row.closed_at >= instant]

    def add(self, account: Account) -> AccountId:
        account.id = AccountId(len(self.rows) + 1)
        self._refuse_taken(account)
        self.rows[account.id] = copy(account)
        return account.id

    def save(self, account: Account) -> None:
        self._refuse_taken(account)
        self.rows[account.id] = copy(account)

    def by_identity(self, provider: str, subject: str) -> Account | None:
        found = self.linked.get((provider, subject))
        return None if found is None else self.get(found)

    def link(self, account_id: AccountId, provider: str, subject: str) -> None:
        self.linked.setdefault((provider, subject), account_id)

    def identities(self, account_id: AccountId) -> list[Identity]:
        return [
            Identity(provider, subject, LINKED_AT)
            for (provider, subject), found in sorted(self.linked.items())
            if found == account_id
        ]

    def forget_ways_in(self, account_id: AccountId) -> None:
        self.linked = {person: owner for person, owner in self.linked.items() if owner != account_id}

    def forget_person(self, account_id: AccountId) -> None:
        self.forget_ways_in(account_id)
        self.operators.remove(account_id)
        self.forgotten.append(account_id)

    def _first(self, fits) -> Account | None:  # type: ignore[no-untyped-def]
        return next((copy(row) for row in self.rows.values() if row.closed_at is None and fits(row)), None)

    def _refuse_taken(self, account: Account) -> None:
        for other in self.rows.values():
            if other.id == account.id or other.closed_at is not None:
                continue
            if account.email and other.email.lower() == account.email.lower():
                raise Taken("email")
            if account.phone and other.phone == account.phone:
                raise Taken("phone")


class PlainPasswords:
    """`hash of …`; `compared` counts, since a wrong one must take as long as none. `weak` hashes are to be
    made again."""

    def __init__(self) -> None:
        self.compared = 0
        self.hashed: list[str] = []
        self.weak: set[str] = set()

    def hash(self, password: str) -> str:
        self.hashed.append(password)
        return f"hash of {password}"

    def matches(self, kept: str | None, password: str) -> bool:
        self.compared += 1
        return kept == f"hash of {password}"

    def outdated(self, kept: str, password: str = "") -> bool:
        return kept in self.weak


class CountingThrottle:
    """Tries that are never forgotten by time."""

    def __init__(self) -> None:
        self.counts: dict[tuple[object, ...], int] = {}

    def take(self, limit: Limit, *key: object, cost: int = 1) -> None:
        self.look(limit, *key)
        self.counts[(limit.name, *key)] = self.counts.get((limit.name, *key), 0) + cost

    def look(self, limit: Limit, *key: object) -> None:
        if self.counts.get((limit.name, *key), 0) >= limit.times:
            raise Throttled(limit.seconds)

    def count(self, limit: Limit, *key: object) -> int:
        return self.counts.get((limit.name, *key), 0)

    def clear(self, limit: Limit, *key: object) -> None:
        self.counts.pop((limit.name, *key), None)


def guesses_of(throttle: CountingThrottle, letters: Letters, times: int = 10) -> GuessLimiter:
    """Guesses at passwords, of which so many are free."""
    return GuessLimiter(throttle, Limit("wrong-passwords", times, 900), letters, "wrong_passwords")


class PlainSeal:
    """Sealed texts that anybody can read."""

    def seal(self, purpose: str, text: str) -> str:
        return f"{purpose}:{text}"

    def open(self, purpose: str, sealed: str, *, seconds: int | None = None) -> str:
        return sealed.removeprefix(f"{purpose}:")


class OneDevice:
    """Everybody has the same browser."""

    def device(self, user_agent: str) -> Device:
        return Device("Chrome on Windows", "desktop")


class NoPasses:
    """Nobody has bought anything."""

    def __call__(self, account_id: AccountId) -> Standing:
        return Standing()


class FakeOperators:
    """Who runs the channel, by account."""

    def __init__(self, *accounts: AccountId) -> None:
        self.since: dict[AccountId, datetime] = dict.fromkeys(accounts, LINKED_AT)

    def has(self, account_id: AccountId) -> bool:
        return account_id in self.since

    def add(self, account_id: AccountId, now: datetime) -> bool:
        new = account_id not in self.since
        self.since.setdefault(account_id, now)
        return new

    def remove(self, account_id: AccountId) -> bool:
        return self.since.pop(account_id, None) is not None

    def all(self) -> list[Operator]:
        return [Operator(one, "", "", since) for one, since in self.since.items()]


class FakeSpentTokens:
    """Tokens in a set."""

    def __init__(self) -> None:
        self.spent: set[tuple[str, str]] = set()

    def spend(self, purpose: str, token_hash: str, until: datetime) -> bool:
        fresh = (purpose, token_hash) not in self.spent
        self.spent.add((purpose, token_hash))
        return fresh

    def forget_before(self, instant: datetime) -> int:
        return 0
