"""Email that invites a person to the team of a channel."""

from __future__ import annotations

from urllib.parse import urlencode

from touchline.channel.application.email.emails import EmailKind
from touchline.channel.domain.operators.invitations import (
    INVITATION_LIFETIME,
    INVITATION_PATH,
    InvitationTokens,
)
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.email.email_templates import EmailTemplates
from touchline.channel.ports.email.mailer import Email
from touchline.channel.ports.operators.invitations import Invitations
from touchline.channel.ports.site.channels import Channels
from touchline.shared.clock import Clock
from touchline.shared.site_urls import SiteUrls


class WriteInvitationEmail:
    """Use case that renders the email in the language of the account with this address, or the channel's."""

    def __init__(
        self,
        channels: Channels,
        accounts: Accounts,
        invitations: Invitations,
        tokens: InvitationTokens,
        email_templates: EmailTemplates,
        clock: Clock,
        site_urls: SiteUrls,
    ) -> None:
        self._channels = channels
        self._accounts = accounts
        self._invitations = invitations
        self._tokens = tokens
        self._email_templates = email_templates
        self._clock = clock
        self._site_urls = site_urls

    def __call__(self, invitation_id: int) -> Email | None:
        """Return the email, or None if the invitation was revoked, accepted, or has expired."""
        invitation, now = self._invitations.get(invitation_id), self._clock.now()
        if invitation is None or invitation.is_expired(now):
            return None
        channel = self._channels.get_current()
        account = self._accounts.get_by_email(invitation.email)
        language = account.language if account and account.language in channel.languages else channel.language
        site_url = channel.get_site_url(self._site_urls)
        query = urlencode({"token": self._tokens.build(invitation)})
        variables = {
            "first_name": "",
            "email": invitation.email,
            "when": invitation.sent_at,
            "link": f"{site_url}{INVITATION_PATH}?{query}",
            "life": INVITATION_LIFETIME,
            "role": invitation.role.value,
        }
        content = self._email_templates.render(EmailKind.INVITATION, language, variables, channel, site_url)
        return Email(
            invitation.email,
            content.subject,
            content.html,
            content.text,
            channel.name,
            now,
            f"{channel.id}-invitation-{invitation.id}-{invitation.sent_at:%Y%m%dT%H%M%S%f}",
        )
