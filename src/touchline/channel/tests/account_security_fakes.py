"""In-memory fakes for the use case tests of the second factor and account closure."""

from collections.abc import Sequence
from datetime import UTC, datetime

from touchline.channel.application.accounts.second_factor.verification import SecondFactorCodes
from touchline.channel.domain.accounts.accounts import Account, SecondFactor
from touchline.channel.domain.accounts.links import SignedLinks
from touchline.channel.tests.account_fakes import FakeAccounts, FakeEncryption
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, ChannelId

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
SECRET = b"a secret that only tests have"
CHANNEL_ID = ChannelId(1)
LINKS = SignedLinks(SECRET)


def ada(**changes: object) -> Account:
    """Return a viewer with the password `right`. `changes` override fields of the account."""
    fields: dict[str, object] = {
        "channel_id": CHANNEL_ID,
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


def ada_with_second_factor(**changes: object) -> Account:
    """Return the account of `ada()` with an authenticator app."""
    return ada(second_factor=SecondFactor("second factor:abc", confirmed_at=NOON), **changes)


class FakeTotpService:
    """Codes that are the number of their time step as six digits. A step is 30 seconds, counted from the
    epoch.
    """

    def generate_secret(self) -> str:
        return "abc"

    def build_uri(self, secret: str, account_name: str, issuer: str) -> str:
        return f"otpauth://totp/{issuer}:{account_name}?secret={secret}"

    def render_qr_code(self, uri: str) -> str:
        return f"<svg>{uri}</svg>"

    def find_step(self, secret: str, code: str, now: datetime, *, last_step: int) -> int | None:
        current_step = int(now.timestamp()) // 30
        steps = [step for step in (current_step - 1, current_step, current_step + 1) if step > last_step]
        return next((step for step in steps if secret == "abc" and code == code_at(step * 30)), None)


def code_at(seconds: float) -> str:
    """Return the code of `FakeTotpService` at a time, in seconds since the epoch."""
    return str(int(seconds) // 30)[-6:]


class FakeRecoveryCodes:
    """A set of code hashes for each account."""

    def __init__(self) -> None:
        self.hashes: dict[AccountId, set[str]] = {}

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        self.hashes[account_id] = set(code_hashes)

    def consume(self, account_id: AccountId, code_hash: str) -> bool:
        was_present = code_hash in self.hashes.get(account_id, set())
        self.hashes.get(account_id, set()).discard(code_hash)
        return was_present

    def count(self, account_id: AccountId) -> int:
        return len(self.hashes.get(account_id, set()))


class FakeEmailQueue:
    """Records queued emails as (kind, account)."""

    def __init__(self) -> None:
        self.queued: list[tuple[str, AccountId]] = []

    def enqueue(self, kind: str, account_id: AccountId, reference_id: int = 0, key: str = "") -> None:
        self.queued.append((kind, account_id))


class RecordingPublisher:
    """Records published events."""

    def __init__(self) -> None:
        self.events: list[DomainEvent] = []

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


def create_second_factor_codes(
    accounts: FakeAccounts, recovery_codes: FakeRecoveryCodes, clock: FixedClock
) -> SecondFactorCodes:
    """Return the second factor codes over these accounts."""
    return SecondFactorCodes(accounts, recovery_codes, FakeTotpService(), FakeEncryption(), SECRET, clock)
