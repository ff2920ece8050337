"""Forgetting a viewer."""

from __future__ import annotations

from typing import Protocol

from touchline.shared.ids import AccountId


class ViewerData(Protocol):
    """What is kept about what a viewer follows, in the present transaction."""

    def delete(self, account_id: AccountId) -> None:
        """Delete it; nothing of the person stays."""
        ...
