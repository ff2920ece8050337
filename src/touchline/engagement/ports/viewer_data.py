"""Port to the deletion of a viewer's data."""

from __future__ import annotations

from typing import Protocol

from touchline.shared.ids import AccountId


class ViewerData(Protocol):
    """Everything that this context stores about what a viewer follows, in the current transaction."""

    def delete(self, account_id: AccountId) -> None:
        """Delete all of the viewer's data."""
        ...
