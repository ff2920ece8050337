"""Repository of device authorization requests."""

from datetime import datetime
from typing import Protocol

from touchline.channel.domain.accounts.device_grants import DeviceGrant
from touchline.shared.ids import AccountId


class DeviceGrants(Protocol):
    """Repository of the current channel's device authorization requests."""

    def add(self, grant: DeviceGrant) -> bool:
        """Add a request. Return False if its user code is already in use."""
        ...

    def get_account_id(self, device_hash: str) -> AccountId | None:
        """Return the account that is linked to a device code, or None. Locks nothing."""
        ...

    def get_by_device_hash_for_update(self, device_hash: str) -> DeviceGrant | None:
        """Return the request of a device code, locked until the transaction ends."""
        ...

    def get_by_user_hash_for_update(self, user_hash: str) -> DeviceGrant | None:
        """Return the request of a user code, locked until the transaction ends."""
        ...

    def save(self, grant: DeviceGrant) -> None:
        """Update the mutable fields."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete requests that expired before `instant` and return their number."""
        ...
