"""Providers of topic `email`: the emails to viewers and operators."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.email.email_templates import JinjaEmailTemplates
from touchline.channel.application.email.emails import JobEmailQueue, WriteEmail
from touchline.channel.application.email.final_score_emails import SendFinalScoreEmails
from touchline.channel.application.email.form_request_emails import (
    QueueFormRequestEmail,
    WriteFormRequestEmail,
)
from touchline.channel.application.email.gift_emails import QueueGiftEmail, SendGiftEmail, WriteGiftEmail
from touchline.channel.application.email.invitation_emails import WriteInvitationEmail
from touchline.channel.application.email.live_event_emails import SendLiveEventEmails
from touchline.channel.application.email.operator_emails import SendOperatorEmails
from touchline.channel.application.email.purchase_emails import SendPurchaseEmails
from touchline.channel.application.email.request_reply_emails import RequestReplyEmails
from touchline.channel.application.email.send_email import (
    SendEmail,
    SendFormRequestEmail,
    SendInvitationEmail,
)
from touchline.channel.application.email.send_test_email import SendTestEmail
from touchline.channel.application.email.stream_fault_emails import SendStreamFaultEmails
from touchline.channel.container.site import SiteProviders
from touchline.channel.container.tables import ChannelTables
from touchline.channel.domain.accounts.links import SignedLinks
from touchline.channel.domain.operators.invitations import InvitationTokens
from touchline.channel.ports.email.gifts import Gifts
from touchline.channel.ports.email.mailer import Mailer
from touchline.channel.ports.email.notifications import Notifications
from touchline.channel.ports.email.purchases import Purchases
from touchline.platform.container import Platform


class EmailProviders(SiteProviders):
    """Providers of topic `email`."""

    mailer: providers.Dependency[Mailer] = providers.Dependency()
    purchases: providers.Dependency[Purchases] = providers.Dependency()
    gifts: providers.Dependency[Gifts] = providers.Dependency()
    notifications: providers.Dependency[Notifications] = providers.Dependency()

    # Writing
    signed_links = providers.Singleton(SignedLinks, Platform.secret)
    email_templates = providers.Singleton(JinjaEmailTemplates, Platform.settings.provided.media_host)
    write_email = providers.Singleton(
        WriteEmail,
        ChannelTables.channels,
        ChannelTables.accounts,
        ChannelTables.sessions,
        ChannelTables.access_tokens,
        signed_links,
        email_templates,
        Platform.clock,
        Platform.settings.provided.site_urls,
        purchases,
        notifications,
    )
    write_form_request_email = providers.Singleton(
        WriteFormRequestEmail,
        ChannelTables.channels,
        notifications,
        email_templates,
        Platform.clock,
        Platform.settings.provided.site_urls,
    )

    invitation_tokens = providers.Singleton(InvitationTokens, Platform.secret)
    write_invitation_email = providers.Singleton(
        WriteInvitationEmail,
        ChannelTables.channels,
        ChannelTables.accounts,
        ChannelTables.invitations,
        invitation_tokens,
        email_templates,
        Platform.clock,
        Platform.settings.provided.site_urls,
    )

    queue_gift_email = providers.Singleton(QueueGiftEmail, Platform.jobs)
    write_gift_email = providers.Singleton(
        WriteGiftEmail,
        ChannelTables.channels,
        gifts,
        email_templates,
        Platform.clock,
        Platform.settings.provided.site_urls,
    )
    request_reply_emails = providers.Singleton(
        RequestReplyEmails,
        ChannelTables.channels,
        email_templates,
        mailer,
        Platform.clock,
        Platform.settings.provided.site_urls,
    )

    # Sending
    send_email = providers.Singleton(SendEmail, Platform.uow, write_email, mailer)
    send_form_request_email = providers.Singleton(
        SendFormRequestEmail, Platform.uow, write_form_request_email, mailer
    )
    send_invitation_email = providers.Singleton(
        SendInvitationEmail, Platform.uow, write_invitation_email, mailer
    )
    send_gift_email = providers.Singleton(SendGiftEmail, Platform.uow, write_gift_email, mailer)
    send_test_email = providers.Singleton(SendTestEmail, Platform.uow, write_email, mailer, Platform.clock)
    email_queue = providers.Singleton(JobEmailQueue, Platform.jobs, ChannelTables.channels, Platform.clock)
    send_purchase_emails = providers.Singleton(SendPurchaseEmails, email_queue, purchases)
    send_operator_emails = providers.Singleton(SendOperatorEmails, email_queue, ChannelTables.operators)
    send_live_event_emails = providers.Singleton(SendLiveEventEmails, email_queue)
    send_stream_fault_emails = providers.Singleton(
        SendStreamFaultEmails, email_queue, ChannelTables.operators
    )
    send_final_score_emails = providers.Singleton(SendFinalScoreEmails, email_queue)
    queue_form_request_email = providers.Singleton(QueueFormRequestEmail, Platform.jobs)
