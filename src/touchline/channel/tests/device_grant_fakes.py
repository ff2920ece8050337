"""In-memory device grants for use case tests."""

from copy import copy
from datetime import datetime

from touchline.channel.domain.accounts.device_grants import DeviceGrant
from touchline.shared.ids import AccountId


class FakeDeviceGrants:
    """Device grants in a list. Reads return copies, as from a database.

    `remaining_collisions`: the number of `add` calls that fail because the user code is already in use.
    """

    def __init__(self) -> None:
        self.rows: list[DeviceGrant] = []
        self.remaining_collisions = 0

    def add(self, grant: DeviceGrant) -> bool:
        if self.remaining_collisions:
            self.remaining_collisions -= 1
            return False
        grant.id = len(self.rows) + 1
        self.rows.append(copy(grant))
        return True

    def get_account_id(self, device_hash: str) -> AccountId | None:
        return next((row.account_id for row in self.rows if row.device_hash == device_hash), None)

    def get_by_device_hash_for_update(self, device_hash: str) -> DeviceGrant | None:
        return next((copy(row) for row in self.rows if row.device_hash == device_hash), None)

    def get_by_user_hash_for_update(self, user_hash: str) -> DeviceGrant | None:
        return next((copy(row) for row in self.rows if row.user_hash == user_hash), None)

    def save(self, grant: DeviceGrant) -> None:
        self.rows = [copy(grant) if row.id == grant.id else row for row in self.rows]

    def delete_before(self, instant: datetime) -> int:
        count_before = len(self.rows)
        self.rows = [row for row in self.rows if row.expires_at >= instant]
        return count_before - len(self.rows)


class RecordingEmailQueue:
    """Records queued emails as (kind, account, reference)."""

    def __init__(self) -> None:
        self.queued: list[tuple[str, AccountId, int]] = []

    def enqueue(self, kind: str, account_id: AccountId, reference_id: int = 0, key: str = "") -> None:
        self.queued.append((kind, account_id, reference_id))
