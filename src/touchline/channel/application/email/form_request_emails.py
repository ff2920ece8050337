"""Email about a submitted form, to the channel's address for it (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from touchline.channel.application.email.emails import EmailKind
from touchline.channel.ports.email.email_templates import EmailTemplates
from touchline.channel.ports.email.mailer import Email
from touchline.channel.ports.email.notifications import Notifications
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.site_urls import SiteUrls
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs

SEND_FORM_REQUEST_EMAIL = "channel.request_letter"


class QueueFormRequestEmail:
    """Use case that queues the email about a submitted form.

    The queue retries for a day if the mail server is unavailable. The form submission is kept even if the
    email fails.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, request_id: int) -> None:
        """Queue the email. The job holds only ids, never the submitted text."""
        self._jobs.enqueue(SEND_FORM_REQUEST_EMAIL, channel_id, request_id, queue=MAIL_QUEUE)


class WriteFormRequestEmail:
    """Use case that renders the email in the channel's language."""

    def __init__(
        self,
        channels: Channels,
        notifications: Notifications,
        email_templates: EmailTemplates,
        clock: Clock,
        site_urls: SiteUrls,
    ) -> None:
        self._channels = channels
        self._notifications = notifications
        self._email_templates = email_templates
        self._clock = clock
        self._site_urls = site_urls

    def __call__(self, request_id: int) -> Email | None:
        """Return the email with the sender as the reply address, or None if it has no recipient or the form
        is gone.

        The same submission always has the same key. The key includes the creation time, so a submission that
        gets the same id after a restore has another key.
        """
        form = self._notifications.get_submitted_form(request_id)
        if form is None:
            return None
        channel = self._channels.get_current()
        site_url = channel.get_site_url(self._site_urls)
        page = "/contacts" if form.alias == "contacts" else f"/forms/{form.alias}"
        variables = {
            "first_name": "",
            "email": form.recipient,
            "when": form.created_at,
            "form": form.form_name,
            "sender": form.sender,
            "number": request_id,
            "link": site_url + page,
            "answers": form.answers,
        }
        content = self._email_templates.render(
            EmailKind.FORM_REQUEST, channel.language, variables, channel, site_url
        )
        return Email(
            form.recipient,
            content.subject,
            content.html,
            content.text,
            channel.name,
            self._clock.now(),
            f"{channel.id}-request-{request_id}-{form.created_at:%Y%m%dT%H%M%S}",
            reply_to=form.sender,
        )
