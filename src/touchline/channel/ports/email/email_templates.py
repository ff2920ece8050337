"""What letters say and how they look."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from touchline.channel.domain.site.channel import Channel


@dataclass(frozen=True)
class EmailContent:
    """One letter in its two forms; `html` is a whole document."""

    subject: str
    html: str
    text: str


class EmailTemplates(Protocol):
    """Writes letters in a channel's name and colours."""

    def render(
        self, kind: str, language: str, variables: Mapping[str, object], channel: Channel, site_url: str
    ) -> EmailContent:
        """The letter of a kind. `variables` are what its sentences name; `site_url` is the channel's address.

        Whatever stands in the facts is text: it becomes neither markup nor another header.
        """
        ...
