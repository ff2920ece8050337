"""Viewers and operator of the demo.

Their passwords are public, so only `touchline run` with the demo creates them.
"""

from __future__ import annotations

from collections.abc import Callable

from touchline.channel.application.operators.account_admin import AddAccount, NewAccount
from touchline.channel.application.operators.operators import OperatorAdmin
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.platform.db.session import Database, bind_channel

MAYA = NewAccount("maya@example.com", "Maya", "Halvorsen", "harvest-moon-42", verified=True)
TEMP = NewAccount("temp@example.com", "Theo", "Lindqvist", "first-frost-17", verified=True, temporary=True)
NORA = NewAccount("operator@example.com", "Nora", "Sauvage", "north-window-58", verified=True)
"""Operator of all channels of the demo."""
INES = NewAccount("ines@example.com", "Inès", "Okafor", "barn-swallow-63", verified=True)
"""Bought one of each kind in `prairie`."""
JONAS = NewAccount("jonas@example.com", "Jonas", "Weiss", "first-whistle-28", verified=True)
"""Redeemed the gift and a code of Inès."""
PEOPLE = (MAYA, TEMP, NORA, INES, JONAS)
EMPTY_CHANNEL = "my-channel"
"""The channel without content, to make your own."""
CHANNELS = ("prairie", "atelier", EMPTY_CHANNEL)


class DemoAccounts:
    """Creation of missing demo accounts. Existing accounts keep their changes.

    `add` is called only if an account is missing, because the password hasher is slow to start.
    """

    def __init__(
        self,
        database: Database,
        channels: ChannelFacade,
        accounts: Accounts,
        add: Callable[[], AddAccount],
        operators: OperatorAdmin,
    ) -> None:
        self._database = database
        self._channels = channels
        self._accounts = accounts
        self._add = add
        self._operators = operators

    def __call__(self) -> int:
        """Create missing accounts in all demo channels and return how many were created."""
        return sum(self._create_missing(slug) for slug in CHANNELS)

    def _create_missing(self, slug: str) -> int:
        with self._database.transaction(None, unscoped=True):
            channel = self._channels.find_channel(slug)
            if channel is None:
                return 0
            bind_channel(channel.id)
            missing = [person for person in PEOPLE if self._accounts.get_by_email(person.email) is None]
            for person in missing:
                self._add()(person)
                if person is NORA:
                    self._operators.add(person.email)
            return len(missing)
