"""Providers of topic `webhook_endpoints`: messages to other systems."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.webhook_endpoints.http_sender import HttpWebhookSender
from touchline.channel.application.webhook_endpoints.endpoint_admin import WebhookEndpointAdmin
from touchline.channel.application.webhook_endpoints.webhook_delivery import (
    DeliverWebhooks,
    EnqueueDueWebhooks,
)
from touchline.channel.application.webhook_endpoints.webhook_publisher import WebhookPublisher
from touchline.channel.container.accounts import AccountProviders
from touchline.channel.container.email import EmailProviders
from touchline.channel.container.tables import ChannelTables
from touchline.platform.container import Platform
from touchline.platform.http_client.public_addresses import PublicHttpClient


class WebhookEndpointProviders(AccountProviders):
    """Providers of topic `webhook_endpoints`."""

    webhook_publisher = providers.Singleton(
        WebhookPublisher,
        ChannelTables.webhook_endpoints,
        ChannelTables.webhook_log,
        ChannelTables.channels,
        Platform.jobs,
        Platform.clock,
    )
    webhook_endpoint_admin = providers.Singleton(
        WebhookEndpointAdmin,
        ChannelTables.webhook_endpoints,
        ChannelTables.webhook_log,
        webhook_publisher,
        AccountProviders.encryption,
        Platform.clock,
        Platform.settings.provided.webhooks_allow_private,
    )
    webhook_sender = providers.Singleton(
        HttpWebhookSender,
        providers.Singleton(
            PublicHttpClient, allow_private=Platform.settings.provided.webhooks_allow_private
        ),
    )
    deliver_webhooks = providers.Singleton(
        DeliverWebhooks,
        Platform.uow,
        ChannelTables.webhook_endpoints,
        ChannelTables.webhook_log,
        webhook_sender,
        AccountProviders.encryption,
        EmailProviders.send_operator_emails,
        webhook_publisher,
        Platform.clock,
    )
    enqueue_due_webhooks = providers.Singleton(
        EnqueueDueWebhooks, Platform.uow, ChannelTables.webhook_log, Platform.jobs, Platform.clock
    )
