"""Repositories of context `channel`."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.sql.access_tokens import SqlAccessTokens, SqlRecordTokenUse
from touchline.channel.adapters.sql.accounts import SqlAccounts
from touchline.channel.adapters.sql.audit_log import SqlAuditLog
from touchline.channel.adapters.sql.channels import SqlChannels
from touchline.channel.adapters.sql.contents import SqlContents
from touchline.channel.adapters.sql.document_revisions import SqlAppliedPacks, SqlRevisions
from touchline.channel.adapters.sql.invitations import SqlInvitations
from touchline.channel.adapters.sql.keys import SqlChannelKeys, SqlSessions
from touchline.channel.adapters.sql.memberships import SqlMemberships
from touchline.channel.adapters.sql.one_time_records import (
    SqlDeviceGrants,
    SqlRecoveryCodes,
    SqlSocialAttempts,
    SqlUsedTokens,
)
from touchline.channel.adapters.sql.operators import SqlOperators
from touchline.channel.adapters.sql.takedowns import SqlTakedowns
from touchline.channel.adapters.sql.webhook_endpoints import SqlWebhookEndpoints, SqlWebhookLog
from touchline.platform.container import Platform


class ChannelTables(Platform):
    """Providers of the repositories."""

    channels = providers.Singleton(SqlChannels, Platform.session)
    contents = providers.Singleton(SqlContents, Platform.session)
    revisions = providers.Singleton(SqlRevisions, Platform.session)
    applied_packs = providers.Singleton(SqlAppliedPacks, Platform.session)
    channel_keys = providers.Singleton(SqlChannelKeys, Platform.session, Platform.clock)
    sessions = providers.Singleton(SqlSessions, Platform.session, Platform.announce)
    accounts = providers.Singleton(SqlAccounts, Platform.session, Platform.clock, Platform.announce)
    recovery_codes = providers.Singleton(SqlRecoveryCodes, Platform.session)
    memberships = providers.Singleton(SqlMemberships, Platform.session)
    operators = providers.Singleton(SqlOperators, Platform.session)
    access_tokens = providers.Singleton(SqlAccessTokens, Platform.session)
    record_token_use = providers.Singleton(SqlRecordTokenUse, Platform.database)
    invitations = providers.Singleton(SqlInvitations, Platform.session)
    audit_log = providers.Singleton(SqlAuditLog, Platform.session)
    takedowns = providers.Singleton(SqlTakedowns, Platform.session)
    used_tokens = providers.Singleton(SqlUsedTokens, Platform.session)
    social_attempts = providers.Singleton(SqlSocialAttempts, Platform.session)
    webhook_endpoints = providers.Singleton(SqlWebhookEndpoints, Platform.session)
    webhook_log = providers.Singleton(SqlWebhookLog, Platform.session)
    device_grants = providers.Singleton(SqlDeviceGrants, Platform.session)
