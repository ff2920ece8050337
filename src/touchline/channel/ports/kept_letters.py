"""Reading the letters that were kept instead of sent (`TOUCHLINE_MAIL=outbox`)."""

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.ports.post import Letter


class KeptLetters(Protocol):
    """The letters of every channel; they are the operator's to read."""

    def letters(self) -> Sequence[Letter]:
        """The kept letters, the newest first."""
        ...
