"""A fake unit of work for tests of application services, without a database."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWork

Scope = ChannelId | Literal["all"]


class FakeUnitOfWorkFactory:
    """`UnitOfWorkFactory` over in-memory stores. It records the scope of every commit and rollback.

    A rollback restores the stores, including in-memory events and jobs.
    """

    def __init__(self, *stores: object) -> None:
        self._stores = stores
        self.commits: list[Scope] = []
        self.rollbacks: list[Scope] = []
        self.is_open = False

    def __call__(self, channel_id: ChannelId) -> UnitOfWork:
        """Return a unit of work that sees one channel."""
        return self._open(channel_id)

    def all_channels(self) -> UnitOfWork:
        """Return a unit of work that sees every channel."""
        return self._open("all")

    @contextmanager
    def _open(self, scope: Scope) -> Iterator[None]:
        assert not self.is_open, "A unit of work was opened inside another one."
        saved_states = [copy.deepcopy(vars(store)) for store in self._stores]
        self.is_open = True
        try:
            yield
        except BaseException:
            self._restore(saved_states)
            self.rollbacks.append(scope)
            raise
        finally:
            self.is_open = False
        self.commits.append(scope)

    def _restore(self, saved_states: list[dict[str, object]]) -> None:
        for store, saved_state in zip(self._stores, saved_states, strict=True):
            vars(store).clear()
            vars(store).update(saved_state)
