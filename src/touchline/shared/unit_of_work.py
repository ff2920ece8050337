"""The transaction of a request or a job, as application code sees it.

Entry points open and commit it (`platform.db`); application code never does. Some actions must not happen
before the commit, such as notifying other contexts or starting jobs. They are written in the same transaction
and run after it.
"""

from typing import Protocol

from touchline.shared.events import DomainEvent


class Announce(Protocol):
    """A port that sends an event to the other contexts after this transaction commits. Handlers may get it
    twice.
    """

    def __call__(self, event: DomainEvent) -> None:
        """Write the event to the outbox of the current transaction."""
        ...
