"""A fake of the repository of make-goods, for erasures."""

from __future__ import annotations

from typing import Any, cast

from touchline.billing.ports.make_goods import MakeGoods
from touchline.shared.ids import AccountId


class ErasedMakeGoods:
    """The accounts that were erased from the make-goods."""

    def __init__(self) -> None:
        self.erased: list[AccountId] = []

    def erase_account(self, account_id: AccountId) -> None:
        """Note the account."""
        self.erased.append(account_id)

    def as_port(self) -> MakeGoods:
        """Return the fake as the port, of which an erasure calls one method."""
        return cast(Any, self)
