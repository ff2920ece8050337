"""Where requests of devices are kept."""

from datetime import datetime
from typing import Protocol

from touchline.channel.domain.accounts.device_grants import DeviceGrant
from touchline.shared.ids import AccountId


class DeviceGrants(Protocol):
    """Requests of the present channel's devices."""

    def add(self, grant: DeviceGrant) -> bool:
        """Keep a new one; False where its user code is in use already."""
        ...

    def get_account_id(self, device_hash: str) -> AccountId | None:
        """Who has typed the code that belongs to a device code; nothing is locked."""
        ...

    def get_by_device_hash_for_update(self, device_hash: str) -> DeviceGrant | None:
        """The request of a device code, locked until the transaction ends."""
        ...

    def get_by_user_hash_for_update(self, user_hash: str) -> DeviceGrant | None:
        """The request of a user code, locked until the transaction ends."""
        ...

    def save(self, grant: DeviceGrant) -> None:
        """Write what may change."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete those that expired before; answers how many."""
        ...
