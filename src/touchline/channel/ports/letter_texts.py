"""What letters say and how they look."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from touchline.channel.domain.channel import Channel


@dataclass(frozen=True)
class LetterText:
    """One letter in its two forms; `html` is a whole document."""

    subject: str
    html: str
    text: str


class LetterTexts(Protocol):
    """Writes letters in a channel's name and colours."""

    def write(
        self, kind: str, language: str, facts: Mapping[str, object], channel: Channel, site: str
    ) -> LetterText:
        """The letter of a kind. `facts` are what its sentences name; `site` is the channel's address.

        Whatever stands in the facts is text: it becomes neither markup nor another header.
        """
        ...
