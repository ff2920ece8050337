"""Requests of devices in memory, for tests of use cases."""

from copy import copy
from datetime import datetime

from touchline.channel.domain.device_grants import DeviceGrant
from touchline.shared.ids import AccountId


class FakeDeviceGrants:
    """Requests in a list; what is read is a copy, as from a database.

    `clashes`: so many user codes are in use already.
    """

    def __init__(self) -> None:
        self.rows: list[DeviceGrant] = []
        self.clashes = 0

    def add(self, grant: DeviceGrant) -> bool:
        if self.clashes:
            self.clashes -= 1
            return False
        grant.id = len(self.rows) + 1
        self.rows.append(copy(grant))
        return True

    def account_of(self, device_hash: str) -> AccountId | None:
        return next((row.account_id for row in self.rows if row.device_hash == device_hash), None)

    def held_by_device(self, device_hash: str) -> DeviceGrant | None:
        return next((copy(row) for row in self.rows if row.device_hash == device_hash), None)

    def held_by_user(self, user_hash: str) -> DeviceGrant | None:
        return next((copy(row) for row in self.rows if row.user_hash == user_hash), None)

    def save(self, grant: DeviceGrant) -> None:
        self.rows = [copy(grant) if row.id == grant.id else row for row in self.rows]

    def forget_before(self, instant: datetime) -> int:
        before = len(self.rows)
        self.rows = [row for row in self.rows if row.expires_at >= instant]
        return before - len(self.rows)


class AskedLetters:
    """Letters that were asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, AccountId, int]] = []

    def ask(self, kind: str, account_id: AccountId, extra: int = 0, key: str = "") -> None:
        self.asked.append((kind, account_id, extra))
