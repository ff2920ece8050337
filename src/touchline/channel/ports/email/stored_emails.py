"""Port to emails that were stored instead of sent (`TOUCHLINE_MAIL=outbox`)."""

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.ports.email.mailer import Email


class StoredEmails(Protocol):
    """Repository of stored emails of all channels. Only the operator reads them."""

    def list_all(self) -> Sequence[Email]:
        """List the stored emails, newest first."""
        ...
