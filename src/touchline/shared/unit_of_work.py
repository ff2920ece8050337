"""The one transaction of a request or a job, as far as application code knows it.

The edge opens and commits it (`platform.db`); application code never does. What must not happen before the
commit (telling other contexts, starting jobs) is written into the same transaction and done after it.
"""

from typing import Protocol

from touchline.shared.events import DomainEvent


class Announce(Protocol):
    """Tells the other contexts, once this transaction is committed. Listeners may hear it twice."""

    def __call__(self, event: DomainEvent) -> None:
        """Write the event into the outbox of the present transaction."""
        ...
