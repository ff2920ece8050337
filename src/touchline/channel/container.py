"""Providers of context `channel`. `touchline.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.channel.accounts_container import AccountsContainer
from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.channel.adapters.accounts.breached_passwords import CommonPasswords
from touchline.channel.adapters.accounts.encryption import FernetEncryption
from touchline.channel.adapters.accounts.totp import PyotpTotpService
from touchline.channel.adapters.accounts.user_agents import UaParserUserAgentParser
from touchline.channel.adapters.http.api_key_authenticator import ApiKeyAuthenticator
from touchline.channel.adapters.site.markdown import MarkdownItRenderer
from touchline.channel.adapters.sql.accounts import SqlAccounts
from touchline.channel.adapters.sql.caller_lookup import SqlCallerLookup
from touchline.channel.adapters.sql.channels import SqlChannels
from touchline.channel.adapters.sql.contents import SqlContents
from touchline.channel.adapters.sql.keys import SqlChannelKeys, SqlRecordLastSeen, SqlSessions
from touchline.channel.adapters.sql.one_time_records import (
    SqlDeviceGrants,
    SqlRecoveryCodes,
    SqlSocialAttempts,
    SqlUsedTokens,
)
from touchline.channel.adapters.sql.operators import SqlOperators
from touchline.channel.adapters.sql.takedowns import SqlTakedowns
from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.expired_records import PruneExpiredRecords
from touchline.channel.application.accounts.form_protection import FormProtection, RequireHuman
from touchline.channel.application.accounts.login.guess_limits import GuessLimiter
from touchline.channel.application.accounts.login.session_start import StartSession
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.application.accounts.second_factor.verification import (
    RequireSecondFactor,
    SecondFactorCodes,
)
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.application.operators.operators import CheckOperator
from touchline.channel.application.operators.takedowns import RecordTakedown
from touchline.channel.application.site.channel_packs import ApplyPack, EnsureChannel, ExportPack
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.application.site.keys import (
    CreateApiKey,
    FindChannelByKey,
    FindPrincipal,
    GetChannelKey,
    PruneSessions,
)
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.closing_container import ClosingContainer
from touchline.channel.desk_container import AccountAdminContainer
from touchline.channel.devices_container import DevicesContainer
from touchline.channel.domain.accounts.known_devices import KnownDeviceTokens
from touchline.channel.domain.accounts.links import SignedLinks
from touchline.channel.facade import ChannelFacade
from touchline.channel.letters_container import EmailContainer
from touchline.channel.ports.accounts.throttle import Limit
from touchline.channel.social_container import SocialContainer
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage, create_redis_storage


class ChannelContainer(containers.DeclarativeContainer):
    """Container of context `channel`. IDs for `Provide["channel.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    open_files = providers.Dependency()
    geo = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    mailer = providers.Dependency()
    account_statuses = providers.Dependency()
    purchases = providers.Dependency()
    notifications = providers.Dependency()
    social_providers = providers.Dependency()
    robot_check = providers.Dependency()

    channels = providers.Singleton(SqlChannels, session)
    contents = providers.Singleton(SqlContents, session)
    channel_keys = providers.Singleton(SqlChannelKeys, session, clock)
    sessions = providers.Singleton(SqlSessions, session, announce)
    markdown_renderer = providers.Singleton(MarkdownItRenderer)

    find_channel = providers.Singleton(
        FindChannel, channels, settings.provided.default_channel, settings.provided.development
    )
    get_channel_key = providers.Singleton(GetChannelKey, channel_keys, secret)
    find_channel_by_key = providers.Singleton(FindChannelByKey, channel_keys, channels)
    create_api_key = providers.Singleton(CreateApiKey, sessions, clock)
    prune_sessions = providers.Singleton(PruneSessions, sessions, clock)
    record_last_seen = providers.Singleton(SqlRecordLastSeen, database)
    find_principal = providers.Singleton(FindPrincipal, sessions, record_last_seen, channels, geo, clock)
    api_key_authenticator = providers.Singleton(ApiKeyAuthenticator, find_principal)
    caller_lookup = providers.Singleton(
        SqlCallerLookup, database.provided.prepared_queries, geo.provider, clock.provider
    )
    site_serializer = providers.Singleton(SiteSerializer, channels, contents, open_files.provided.url)
    ensure_channel = providers.Singleton(EnsureChannel, channels, get_channel_key)
    apply_pack = providers.Singleton(ApplyPack, channels, contents, markdown_renderer)
    export_pack = providers.Singleton(ExportPack, channels, contents)

    accounts = providers.Singleton(SqlAccounts, session, clock)
    recovery_codes = providers.Singleton(SqlRecoveryCodes, session)
    operators = providers.Singleton(SqlOperators, session)
    takedowns = providers.Singleton(SqlTakedowns, session)
    record_takedown = providers.Singleton(RecordTakedown, takedowns, clock)
    check_operator = providers.Singleton(CheckOperator, operators)
    used_tokens = providers.Singleton(SqlUsedTokens, session)
    social_attempts = providers.Singleton(SqlSocialAttempts, session)
    device_grants = providers.Singleton(SqlDeviceGrants, session)
    prune_expired_records = providers.Singleton(
        PruneExpiredRecords, clock, used_tokens, social_attempts, device_grants
    )
    encryption = providers.Singleton(FernetEncryption, secret, clock)
    user_agent_parser = providers.Singleton(UaParserUserAgentParser)
    signed_links = providers.Singleton(SignedLinks, secret)
    user_serializer = providers.Singleton(UserSerializer, channels, account_statuses, operators)
    email = providers.Container(
        EmailContainer,
        settings=settings,
        clock=clock,
        jobs=jobs,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        signed_links=signed_links,
        mailer=mailer,
        purchases=purchases,
        notifications=notifications,
        operators=operators,
    )
    start_session = providers.Singleton(
        StartSession, sessions, user_agent_parser, user_serializer, clock, email.email_queue
    )
    create_account = providers.Singleton(CreateAccount, accounts, announce, email.email_queue)
    password_hasher = providers.Singleton(Argon2PasswordHasher)
    password_policy = providers.Singleton(
        PasswordPolicy, password_hasher, providers.Singleton(CommonPasswords)
    )
    throttle = providers.Singleton(
        SlidingWindowThrottle,
        providers.Selector(
            settings.provided.queue,
            rq=providers.Singleton(create_redis_storage, settings.provided.resolved_redis_url),
            inline=providers.Singleton(create_memory_storage),
        ),
        secret,
        settings.provided.workers,
    )
    local_throttle = providers.Singleton(
        SlidingWindowThrottle, providers.Singleton(create_memory_storage), secret
    )
    password_limit = providers.Singleton(
        Limit, "wrong-passwords", settings.provided.throttle_passwords, 15 * 60
    )
    require_human = providers.Singleton(RequireHuman, robot_check)
    form_protection = providers.Singleton(FormProtection, require_human, throttle)
    totp_service = providers.Singleton(PyotpTotpService)
    second_factor_codes = providers.Singleton(
        SecondFactorCodes, accounts, recovery_codes, totp_service, encryption, secret, clock
    )
    password_guess_limiter = providers.Singleton(
        GuessLimiter, throttle, password_limit, email.email_queue, "wrong_passwords"
    )
    code_limit = providers.Singleton(
        Limit, "wrong-codes", settings.provided.throttle_passwords, password_limit.provided.seconds
    )
    code_guess_limiter = providers.Singleton(
        GuessLimiter, throttle, code_limit, email.email_queue, "wrong_codes", separate_sources=False
    )
    known_device_tokens = providers.Singleton(KnownDeviceTokens, secret)
    revoke_other_access = providers.Singleton(RevokeOtherAccess, accounts, sessions, clock)
    require_second_factor = providers.Singleton(
        RequireSecondFactor, accounts, second_factor_codes, code_guess_limiter
    )

    account_services = providers.Container(
        AccountsContainer,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        signed_links=signed_links,
        user_serializer=user_serializer,
        start_session=start_session,
        require_second_factor=require_second_factor,
        password_hasher=password_hasher,
        password_policy=password_policy,
        require_human=require_human,
        form_protection=form_protection,
        throttle=throttle,
        password_guess_limiter=password_guess_limiter,
        revoke_other_access=revoke_other_access,
        create_account=create_account,
        email_queue=email.email_queue,
    )
    social = providers.Container(
        SocialContainer,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        encryption=encryption,
        used_tokens=used_tokens,
        social_attempts=social_attempts,
        start_session=start_session,
        require_second_factor=require_second_factor,
        social_providers=social_providers,
        find_channel=find_channel,
        create_account=create_account,
        password_hasher=password_hasher,
        password_guess_limiter=password_guess_limiter,
        revoke_other_access=revoke_other_access,
    )
    devices = providers.Container(
        DevicesContainer,
        settings=settings,
        clock=clock,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        device_grants=device_grants,
        user_agent_parser=user_agent_parser,
        throttle=throttle,
        email_queue=email.email_queue,
        secret=secret,
        start_session=start_session,
    )
    account_admin = providers.Container(
        AccountAdminContainer,
        clock=clock,
        operators=operators,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        password_hasher=password_hasher,
        password_policy=password_policy,
        create_account=create_account,
        email_queue=email.email_queue,
        password_guess_limiter=password_guess_limiter,
        revoke_other_access=revoke_other_access,
    )
    closing = providers.Container(
        ClosingContainer,
        settings=settings,
        clock=clock,
        secret=secret,
        announce=announce,
        channels=channels,
        sessions=sessions,
        accounts=accounts,
        signed_links=signed_links,
        email_queue=email.email_queue,
        password_hasher=password_hasher,
        throttle=throttle,
        password_guess_limiter=password_guess_limiter,
        code_limit=code_limit,
        recovery_codes=recovery_codes,
        operators=operators,
        totp_service=totp_service,
        encryption=encryption,
        second_factor_codes=second_factor_codes,
        record_takedown=record_takedown,
    )

    facade = providers.Singleton(
        ChannelFacade,
        channels,
        sessions,
        clock,
        site_serializer,
        find_channel,
        ensure_channel,
        apply_pack,
        export_pack,
        geo,
        closing.export_account,
        accounts,
        settings.provided.site_urls,
        form_protection,
        record_takedown,
    )
