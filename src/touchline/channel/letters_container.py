"""Providers of emails to viewers.

`channel.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.channel.adapters.email.email_templates import JinjaEmailTemplates
from touchline.channel.application.email.emails import JobEmailQueue, WriteEmail
from touchline.channel.application.email.form_request_emails import (
    QueueFormRequestEmail,
    WriteFormRequestEmail,
)
from touchline.channel.application.email.live_event_emails import SendLiveEventEmails
from touchline.channel.application.email.operator_emails import SendOperatorEmails
from touchline.channel.application.email.purchase_emails import SendPurchaseEmails


class EmailContainer(containers.DeclarativeContainer):
    """Container of emails to viewers. IDs for `Provide["channel.email.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    jobs = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    signed_links = providers.Dependency()
    mailer = providers.Dependency()
    purchases = providers.Dependency()
    notifications = providers.Dependency()
    operators = providers.Dependency()

    email_templates = providers.Singleton(JinjaEmailTemplates, settings.provided.media_host)
    email_queue = providers.Singleton(JobEmailQueue, jobs, channels, clock)
    write_email = providers.Singleton(
        WriteEmail,
        channels,
        accounts,
        sessions,
        signed_links,
        email_templates,
        clock,
        settings.provided.site_urls,
        purchases,
        notifications,
    )
    send_purchase_emails = providers.Singleton(SendPurchaseEmails, email_queue, purchases)
    send_operator_emails = providers.Singleton(SendOperatorEmails, email_queue, operators)
    send_live_event_emails = providers.Singleton(SendLiveEventEmails, email_queue)
    queue_form_request_email = providers.Singleton(QueueFormRequestEmail, jobs)
    write_form_request_email = providers.Singleton(
        WriteFormRequestEmail, channels, notifications, email_templates, clock, settings.provided.site_urls
    )
