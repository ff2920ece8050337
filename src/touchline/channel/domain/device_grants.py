"""A device that asks to be let in by a code on its screen (RFC 8628)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.shared.ids import AccountId, SessionId

LIFE = timedelta(minutes=10)
INTERVAL = 5
SLOWER = 5


@dataclass
class DeviceGrant:
    """One request of a device. `session_id` is the device's own, anonymous session.

    Both codes are kept as hashes. `interval` is in seconds and grows when the device asks too often;
    `account_id` is set once a viewer has typed the code, `taken_at` once the device has fetched its key.
    """

    session_id: SessionId
    device_hash: str
    user_hash: str
    expires_at: datetime
    interval: int = INTERVAL
    asked_at: datetime | None = None
    account_id: AccountId | None = None
    taken_at: datetime | None = None
    id: int = 0
