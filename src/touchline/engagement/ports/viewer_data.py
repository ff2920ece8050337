"""Port to the deletion of a viewer's data."""

from __future__ import annotations

from typing import Protocol

from touchline.shared.ids import AccountId


class ViewerData(Protocol):
    """The data of viewers in this context, except their form requests, in the current transaction."""

    def delete(self, account_id: AccountId) -> None:
        """Delete all of the viewer's data."""
        ...
