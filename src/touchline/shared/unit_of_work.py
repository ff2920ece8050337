"""The transaction of a request, job or service, as application code sees it.

Most use cases run in the transaction that their entry point opened. A service that calls a slow provider
opens short transactions through a `UnitOfWorkFactory`, and none is open during the call:

    with self._uow(channel_id):
        order = self._orders.get(order_id)
    payment = self._payments.retrieve(order.payment_ref)
    with self._uow(channel_id):
        self._orders.save(order.apply(payment))

Some actions must not happen before the commit, such as notifying other contexts or starting jobs. They are
written in the same transaction and run after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Protocol

from touchline.shared.events import DomainEvent
from touchline.shared.ids import ChannelId


class UnitOfWork(Protocol):
    """One short transaction, used as `with uow:`.

    It commits at the end of the block. An exception rolls everything back and propagates.
    """

    def __enter__(self) -> object:
        """Open the transaction."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> bool | None:
        """Commit, or roll back if there was an error. Then run what waited for the commit."""
        ...


class UnitOfWorkFactory(Protocol):
    """Creates a new unit of work for each `with` block. The stores of the context use the open one."""

    def __call__(self, channel_id: ChannelId) -> UnitOfWork:
        """Return a unit of work that sees one channel."""
        ...

    def all_channels(self) -> UnitOfWork:
        """Return a unit of work that sees every channel."""
        ...


class _DiscardedError(Exception):
    """Rolls back a unit of work at its end."""


@contextmanager
def discard(unit_of_work: UnitOfWork) -> Iterator[None]:
    """Open a unit of work whose changes are discarded at the end, such as those of a preview."""
    with suppress(_DiscardedError), unit_of_work:
        yield
        raise _DiscardedError


class BindChannel(Protocol):
    """A port that restricts the open unit of work of all channels to a channel that was found in it."""

    def __call__(self, channel_id: ChannelId, /) -> None:
        """From now on, the stores see only this channel."""
        ...


class Announce(Protocol):
    """A port that sends an event to the other contexts after this transaction commits. Handlers may get it
    twice.
    """

    def __call__(self, event: DomainEvent) -> None:
        """Write the event to the outbox of the current transaction."""
        ...
