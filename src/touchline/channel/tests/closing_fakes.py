"""What the second factor and the end of an account need, in memory, for tests of use cases."""

from collections.abc import Sequence
from datetime import UTC, datetime

from touchline.channel.application.second_factor import SecondFactorCodes
from touchline.channel.domain.accounts import Account, SecondFactor
from touchline.channel.domain.links import Links
from touchline.channel.tests.account_fakes import FakeAccounts, PlainSeal
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
SECRET = b"a secret that only tests have"
ONE = ChannelId(1)
LINKS = Links(SECRET)


def ada(**changes: object) -> Account:
    """A viewer with the password `right`; `changes` are fields of the account."""
    fields: dict[str, object] = {
        "channel_id": ONE,
        "email": "Ada@example.org",
        "first_name": "Ada",
        "last_name": "Byron",
        "language": "en",
        "created_at": NOON,
        "phone": "15550102030",
        "password_hash": "hash of right",
        **changes,
    }
    return Account(**fields)  # type: ignore[arg-type]


def guarded(**changes: object) -> Account:
    """The same with an authenticator app."""
    return ada(second_factor=SecondFactor("second factor:abc", confirmed_at=NOON), **changes)


class StepAuthenticator:
    """Codes that are the number of their step, `steps` of 30 seconds since the epoch, as six digits."""

    def new_secret(self) -> str:
        return "abc"

    def uri(self, secret: str, holder: str, issuer: str) -> str:
        return f"otpauth://totp/{issuer}:{holder}?secret={secret}"

    def picture(self, uri: str) -> str:
        return f"<svg>{uri}</svg>"

    def step_of(self, secret: str, code: str, now: datetime, *, after: int) -> int | None:
        present = int(now.timestamp()) // 30
        steps = [step for step in (present - 1, present, present + 1) if step > after]
        return next((step for step in steps if secret == "abc" and code == code_at(step * 30)), None)


def code_at(seconds: float) -> str:
    """The code of `StepAuthenticator` at an instant."""
    return str(int(seconds) // 30)[-6:]


class FakeRecoveryCodes:
    """Hashes in a set for each account."""

    def __init__(self) -> None:
        self.kept: dict[AccountId, set[str]] = {}

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        self.kept[account_id] = set(code_hashes)

    def spend(self, account_id: AccountId, code_hash: str) -> bool:
        there = code_hash in self.kept.get(account_id, set())
        self.kept.get(account_id, set()).discard(code_hash)
        return there

    def left(self, account_id: AccountId) -> int:
        return len(self.kept.get(account_id, set()))


class KeptLetters:
    """Letters that were asked for, as (kind, account)."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, AccountId]] = []

    def ask(self, kind: str, account_id: AccountId, extra: int = 0, key: str = "") -> None:
        self.asked.append((kind, account_id))


class Announced:
    """Events that were announced."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


def codes_of(accounts: FakeAccounts, recovery: FakeRecoveryCodes, clock: FixedClock) -> SecondFactorCodes:
    """The codes of these accounts."""
    return SecondFactorCodes(accounts, recovery, StepAuthenticator(), PlainSeal(), SECRET, clock)
