"""Emails about gifts: to the recipient, who may have no account, and to the buyer after the redemption."""

from __future__ import annotations

import logging
from dataclasses import fields

from touchline.channel.application.email.emails import EmailKind
from touchline.channel.ports.email.email_templates import EmailTemplates
from touchline.channel.ports.email.gifts import Gifts
from touchline.channel.ports.email.mailer import Email, EmailRejectedError, Mailer
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.site_urls import SiteUrls
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs
from touchline.shared.unit_of_work import UnitOfWorkFactory

SEND_GIFT_EMAIL = "channel.gift_email"
REDEEM_PATH = "/redeem"
REDEMPTION = "redemption"
"""The `sending` of the email about the redemption."""
log = logging.getLogger(__name__)


class QueueGiftEmail:
    """Use case that queues the email. Each `sending` sends one email."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, voucher_id: int, sending: str) -> None:
        """Enqueue the job."""
        unique = f"gift-{channel_id}-{voucher_id}-{sending}"
        self._jobs.enqueue(SEND_GIFT_EMAIL, channel_id, voucher_id, sending, queue=MAIL_QUEUE, unique=unique)


class WriteGiftEmail:
    """Use case that renders the email in the language of the gift.

    The link carries the code in its fragment, which browsers do not send to servers.
    """

    def __init__(
        self,
        channels: Channels,
        gifts: Gifts,
        email_templates: EmailTemplates,
        clock: Clock,
        site_urls: SiteUrls,
    ) -> None:
        self._channels = channels
        self._gifts = gifts
        self._email_templates = email_templates
        self._clock = clock
        self._site_urls = site_urls

    def __call__(self, voucher_id: int, sending: str) -> Email | None:
        """Return the email, or None if nobody must get it, for example because the code opens nothing now."""
        is_redemption = sending == REDEMPTION
        gift = self._gifts.get_redemption(voucher_id) if is_redemption else self._gifts.get_gift(voucher_id)
        if gift is None:
            return None
        channel, now = self._channels.get_current(), self._clock.now()
        language = gift.language if gift.language in channel.languages else channel.language
        site_url = channel.get_site_url(self._site_urls)
        variables: dict[str, object] = {field.name: getattr(gift, field.name) for field in fields(gift)}
        variables |= {
            "first_name": gift.sender if is_redemption else gift.recipient,
            "when": now,
            "link": f"{site_url}/gifts?order={gift.order_id}"
            if is_redemption
            else f"{site_url}{REDEEM_PATH}#{gift.code}",
        }
        kind = EmailKind.GIFT_REDEEMED if is_redemption else EmailKind.GIFT
        content = self._email_templates.render(kind, language, variables, channel, site_url)
        key = f"{channel.id}-gift-{voucher_id}-{sending}"
        return Email(gift.email, content.subject, content.html, content.text, channel.name, now, key)


class SendGiftEmail:
    """Use case that sends the email of a gift."""

    def __init__(self, uow: UnitOfWorkFactory, write_email: WriteGiftEmail, mailer: Mailer) -> None:
        self._uow = uow
        self._write_email = write_email
        self._mailer = mailer

    def __call__(self, channel_id: ChannelId, voucher_id: int, sending: str) -> None:
        """Write the email and send it. Raises `MailerUnavailableError`, and the job is then retried."""
        with self._uow(channel_id):
            email = self._write_email(voucher_id, sending)
        if email is None:
            return
        try:
            self._mailer.send(email)
        except EmailRejectedError as error:
            log.warning("the email of gift %s failed permanently: %s", voucher_id, error)
