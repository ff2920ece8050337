"""Port to the text and layout of emails."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from touchline.channel.domain.site.channel import Channel


@dataclass(frozen=True)
class EmailContent:
    """The rendered content of one email. `html` is a complete document."""

    subject: str
    html: str
    text: str


class EmailTemplates(Protocol):
    """Renderer of emails in the name and colors of a channel."""

    def render(
        self, kind: str, language: str, variables: Mapping[str, object], channel: Channel, site_url: str
    ) -> EmailContent:
        """Return the rendered email of a kind.

        `variables` are the values for its text. `site_url` is the base URL of the channel's site. Values are
        treated as plain text and never become markup or another header.
        """
        ...
