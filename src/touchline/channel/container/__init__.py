"""The container of context `channel`, by topic. `touchline.container` supplies its dependencies."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.container.accounts import AccountProviders
from touchline.channel.container.email import EmailProviders
from touchline.channel.container.operators import OperatorProviders
from touchline.channel.container.site import SiteProviders
from touchline.channel.container.tables import ChannelTables
from touchline.channel.container.webhook_endpoints import WebhookEndpointProviders
from touchline.channel.facade import ChannelFacade
from touchline.platform.container import Platform


class ChannelContainer(OperatorProviders, WebhookEndpointProviders):
    """Container of context `channel`. Each base class adds the providers of a topic."""

    facade = providers.Singleton(
        ChannelFacade,
        ChannelTables.channels,
        ChannelTables.sessions,
        Platform.clock,
        SiteProviders.site_serializer,
        SiteProviders.find_channel,
        SiteProviders.ensure_channel,
        SiteProviders.apply_pack,
        SiteProviders.export_pack,
        SiteProviders.geo,
        AccountProviders.export_account,
        ChannelTables.accounts,
        Platform.settings.provided.site_urls,
        AccountProviders.form_protection,
        OperatorProviders.record_takedown,
        SiteProviders.document_history,
        OperatorProviders.authorize_operator,
        OperatorProviders.check_permission,
        ChannelTables.operators,
        EmailProviders.request_reply_emails,
        ChannelTables.webhook_endpoints,
        AccountProviders.encryption,
        AccountProviders.membership_service,
        AccountProviders.rehearsal_viewers,
        SiteProviders.sponsor_queries,
    )
