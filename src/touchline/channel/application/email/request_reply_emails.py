"""Emails with an operator's reply to a form request, in the channel's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.channel.application.email.emails import EmailKind
from touchline.channel.ports.email.email_templates import EmailTemplates
from touchline.channel.ports.email.mailer import Email, Mailer
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.site_urls import SiteUrls


@dataclass(frozen=True)
class RequestReplyData:
    """The content of the email.

    `reply_to` is the address of the channel's team, or "". `paragraphs` are the reply's text. `key` makes
    repeated sends one email.
    """

    recipient: str
    language: str
    reply_to: str
    form_name: str
    paragraphs: Sequence[str]
    requested_at: datetime
    key: str


class RequestReplyEmails:
    """Writes and sends the emails. They are written in a transaction and sent outside of it."""

    def __init__(
        self,
        channels: Channels,
        email_templates: EmailTemplates,
        mailer: Mailer,
        clock: Clock,
        site_urls: SiteUrls,
    ) -> None:
        self._channels = channels
        self._email_templates = email_templates
        self._mailer = mailer
        self._clock = clock
        self._site_urls = site_urls

    def write(self, reply: RequestReplyData) -> Email:
        """Return the email in the language of the request, if the channel has it."""
        channel = self._channels.get_current()
        site_url = channel.get_site_url(self._site_urls)
        language = reply.language if reply.language in channel.languages else channel.language
        variables = {
            "first_name": "",
            "email": reply.recipient,
            "form": reply.form_name,
            "when": reply.requested_at,
            "can_reply": bool(reply.reply_to),
            "paragraphs": reply.paragraphs,
            "link": site_url,
        }
        content = self._email_templates.render(
            EmailKind.REQUEST_REPLY, language, variables, channel, site_url
        )
        return Email(
            reply.recipient,
            content.subject,
            content.html,
            content.text,
            channel.name,
            self._clock.now(),
            reply.key,
            reply_to=reply.reply_to,
        )

    def send(self, email: Email) -> None:
        """Send the email. Raises `MailerUnavailableError` or `EmailRejectedError`."""
        self._mailer.send(email)
