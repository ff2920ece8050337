"""Providers of topic `operators`: operators, account administration and takedowns."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.audit_writer import AuditWriter
from touchline.channel.adapters.site.api_key_authenticator import ApiKeyAuthenticator
from touchline.channel.application.operators.accept_invitation import AcceptInvitation
from touchline.channel.application.operators.access_tokens import AccessTokenService, FindTokenPrincipal
from touchline.channel.application.operators.account_admin import (
    AddAccount,
    EndSessions,
    IssueTemporaryPassword,
)
from touchline.channel.application.operators.audit_log import (
    DeleteExpiredAuditEntries,
    ReadAuditLog,
    WriteAuditEntries,
)
from touchline.channel.application.operators.authorization import AuthorizeOperator, CheckPermission
from touchline.channel.application.operators.operators import OperatorAdmin
from touchline.channel.application.operators.suspension import AccountSuspensionService, EraseAccount
from touchline.channel.application.operators.takedowns import RecordTakedown
from touchline.channel.application.operators.team import InvitationService, TeamService
from touchline.channel.application.operators.viewer_admin import ViewerAdmin, ViewerQueries
from touchline.channel.container.accounts import AccountProviders
from touchline.channel.container.email import EmailProviders
from touchline.channel.container.site import SiteProviders
from touchline.channel.container.tables import ChannelTables
from touchline.platform.container import Platform


class OperatorProviders(AccountProviders):
    """Providers of topic `operators`."""

    authorize_operator = providers.Singleton(
        AuthorizeOperator, ChannelTables.operators, ChannelTables.channels, Platform.clock
    )
    check_permission = providers.Singleton(CheckPermission, authorize_operator)
    operator_admin = providers.Singleton(
        OperatorAdmin, ChannelTables.accounts, ChannelTables.operators, ChannelTables.channels, Platform.clock
    )
    team_service = providers.Singleton(
        TeamService, ChannelTables.operators, ChannelTables.invitations, Platform.record_audit
    )
    invitation_service = providers.Singleton(
        InvitationService,
        ChannelTables.operators,
        ChannelTables.invitations,
        ChannelTables.channels,
        EmailProviders.invitation_tokens,
        Platform.jobs,
        Platform.clock,
    )
    access_token_service = providers.Singleton(
        AccessTokenService,
        ChannelTables.access_tokens,
        ChannelTables.operators,
        EmailProviders.email_queue,
        Platform.record_audit,
        Platform.clock,
        Platform.settings.provided.access_token_max_days,
    )
    find_token_principal = providers.Singleton(
        FindTokenPrincipal,
        ChannelTables.access_tokens,
        ChannelTables.record_token_use,
        ChannelTables.channels,
        SiteProviders.geo,
        Platform.throttle,
        Platform.clock,
        Platform.settings.provided.throttle_auth_calls,
    )
    api_key_authenticator = providers.Singleton(
        ApiKeyAuthenticator, SiteProviders.find_principal, find_token_principal
    )
    accept_invitation = providers.Singleton(
        AcceptInvitation,
        ChannelTables.accounts,
        ChannelTables.operators,
        ChannelTables.invitations,
        Platform.clock,
    )
    record_takedown = providers.Singleton(
        RecordTakedown, ChannelTables.takedowns, Platform.record_audit, Platform.clock
    )
    write_audit_entries = providers.Singleton(
        WriteAuditEntries,
        ChannelTables.audit_log,
        ChannelTables.accounts,
        Platform.clock,
        Platform.settings.provided.audit_retention_days,
    )
    audit_writer = providers.Singleton(AuditWriter, write_audit_entries)
    read_audit_log = providers.Singleton(
        ReadAuditLog, ChannelTables.audit_log, ChannelTables.channels, Platform.uow
    )
    delete_expired_audit_entries = providers.Singleton(
        DeleteExpiredAuditEntries, Platform.uow, ChannelTables.audit_log, Platform.clock
    )
    issue_temporary_password = providers.Singleton(
        IssueTemporaryPassword,
        ChannelTables.accounts,
        ChannelTables.sessions,
        AccountProviders.password_hasher,
        EmailProviders.email_queue,
        AccountProviders.password_guess_limiter,
        AccountProviders.revoke_other_access,
        Platform.clock,
    )
    end_sessions = providers.Singleton(
        EndSessions, ChannelTables.accounts, ChannelTables.sessions, Platform.clock
    )
    add_account = providers.Singleton(
        AddAccount,
        ChannelTables.accounts,
        ChannelTables.channels,
        AccountProviders.password_policy,
        AccountProviders.create_account,
        Platform.clock,
    )
    erase_account = providers.Singleton(
        EraseAccount, ChannelTables.accounts, AccountProviders.close_account, record_takedown
    )
    account_suspension_service = providers.Singleton(
        AccountSuspensionService,
        ChannelTables.accounts,
        ChannelTables.sessions,
        record_takedown,
        Platform.announce,
        Platform.clock,
    )
    viewer_queries = providers.Singleton(
        ViewerQueries,
        ChannelTables.accounts,
        ChannelTables.sessions,
        ChannelTables.operators,
        Platform.clock,
    )
    viewer_admin = providers.Singleton(
        ViewerAdmin,
        ChannelTables.accounts,
        ChannelTables.operators,
        end_sessions,
        account_suspension_service,
        AccountProviders.reset_second_factor,
        erase_account,
        EmailProviders.email_queue,
        Platform.throttle,
    )
