"""Providers of topic `accounts`: registration, login, devices, the second factor and closure."""

from __future__ import annotations

from dependency_injector import providers

from touchline.channel.adapters.accounts.argon2_passwords import Argon2PasswordHasher
from touchline.channel.adapters.accounts.breached_passwords import CommonPasswords
from touchline.channel.adapters.accounts.encryption import FernetEncryption
from touchline.channel.adapters.accounts.totp import PyotpTotpService
from touchline.channel.adapters.accounts.user_agents import UaParserUserAgentParser
from touchline.channel.application.accounts.access_revocation import RevokeOtherAccess
from touchline.channel.application.accounts.account_closure import (
    CloseAccount,
    RepublishClosedAccounts,
    RequestAccountClosure,
)
from touchline.channel.application.accounts.account_creation import CreateAccount
from touchline.channel.application.accounts.email_verification import RequestEmailVerification, VerifyEmail
from touchline.channel.application.accounts.expired_records import PruneExpiredRecords
from touchline.channel.application.accounts.export_account import ExportAccount
from touchline.channel.application.accounts.form_protection import FormProtection, RequireHuman
from touchline.channel.application.accounts.login.device_authorization import (
    LinkDevice,
    RedeemDeviceCode,
    RequestDeviceCode,
)
from touchline.channel.application.accounts.login.guess_limits import GuessLimiter
from touchline.channel.application.accounts.login.login import LogIn
from touchline.channel.application.accounts.login.session_start import StartSession
from touchline.channel.application.accounts.login.viewer_sessions import ViewerSessionService
from touchline.channel.application.accounts.membership_service import MembershipService
from touchline.channel.application.accounts.password_confirmation import ConfirmPassword
from touchline.channel.application.accounts.password_policy import PasswordPolicy
from touchline.channel.application.accounts.password_reset import RequestPasswordReset, ResetPassword
from touchline.channel.application.accounts.profile import GetProfile, UpdateProfile
from touchline.channel.application.accounts.registration import RegisterAccount
from touchline.channel.application.accounts.rehearsal_viewers import RehearsalViewers
from touchline.channel.application.accounts.second_factor.removal import (
    ClearSecondFactor,
    RemoveSecondFactor,
    ResetSecondFactor,
)
from touchline.channel.application.accounts.second_factor.setup import (
    ConfirmSecondFactor,
    StartSecondFactorSetup,
)
from touchline.channel.application.accounts.second_factor.verification import (
    RequireSecondFactor,
    SecondFactorCodes,
)
from touchline.channel.application.accounts.social.accounts import SocialAccountService
from touchline.channel.application.accounts.social.authorization import CallbackUrls, StartSocialLogin
from touchline.channel.application.accounts.social.callback import ResolveSocialCallback
from touchline.channel.application.accounts.social.login import CompleteSocialLogin
from touchline.channel.application.accounts.social.single_sign_on import (
    ChannelSingleSignOn,
    CompleteSingleSignOn,
)
from touchline.channel.application.accounts.social.state import SocialStateCodec
from touchline.channel.application.accounts.user_serializer import UserSerializer
from touchline.channel.container.email import EmailProviders
from touchline.channel.container.site import SiteProviders
from touchline.channel.container.tables import ChannelTables
from touchline.channel.domain.accounts.known_devices import KnownDeviceTokens
from touchline.channel.ports.accounts.account_statuses import AccountStatuses
from touchline.channel.ports.accounts.robot_check import RobotCheck
from touchline.channel.ports.accounts.single_sign_on import SingleSignOnConnector
from touchline.channel.ports.accounts.social import SocialProviders
from touchline.channel.ports.accounts.throttle import Limit
from touchline.platform.container import Platform
from touchline.platform.proof_of_work import AltchaProofOfWork
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage


class AccountProviders(EmailProviders):
    """Providers of topic `accounts`."""

    account_statuses: providers.Dependency[AccountStatuses] = providers.Dependency()
    social_providers: providers.Dependency[SocialProviders] = providers.Dependency()
    single_sign_on_connector: providers.Dependency[SingleSignOnConnector] = providers.Dependency()
    robot_check: providers.Dependency[RobotCheck] = providers.Dependency()

    # Passwords, limits and sessions
    password_hasher = providers.Singleton(Argon2PasswordHasher)
    password_policy = providers.Singleton(
        PasswordPolicy, password_hasher, providers.Singleton(CommonPasswords)
    )
    proof_of_work = providers.Singleton(AltchaProofOfWork, Platform.secret, Platform.throttle, Platform.clock)
    local_throttle = providers.Singleton(
        SlidingWindowThrottle, providers.Singleton(create_memory_storage), Platform.secret
    )
    password_limit = providers.Singleton(
        Limit, "wrong-passwords", Platform.settings.provided.throttle_passwords, 15 * 60
    )
    password_guess_limiter = providers.Singleton(
        GuessLimiter, Platform.throttle, password_limit, EmailProviders.email_queue, "wrong_passwords"
    )
    require_human = providers.Singleton(RequireHuman, robot_check)
    form_protection = providers.Singleton(FormProtection, require_human, Platform.throttle)
    encryption = providers.Singleton(FernetEncryption, Platform.secret, Platform.clock)
    user_agent_parser = providers.Singleton(UaParserUserAgentParser)
    known_device_tokens = providers.Singleton(KnownDeviceTokens, Platform.secret)
    user_serializer = providers.Singleton(
        UserSerializer, ChannelTables.channels, account_statuses, ChannelTables.operators, Platform.clock
    )
    start_session = providers.Singleton(
        StartSession,
        ChannelTables.sessions,
        user_agent_parser,
        user_serializer,
        Platform.clock,
        EmailProviders.email_queue,
    )
    create_account = providers.Singleton(
        CreateAccount, ChannelTables.accounts, Platform.announce, EmailProviders.email_queue
    )
    revoke_other_access = providers.Singleton(
        RevokeOtherAccess, ChannelTables.accounts, ChannelTables.sessions, Platform.clock
    )

    # The second factor
    totp_service = providers.Singleton(PyotpTotpService)
    code_limit = providers.Singleton(
        Limit, "wrong-codes", Platform.settings.provided.throttle_passwords, password_limit.provided.seconds
    )
    code_guess_limiter = providers.Singleton(
        GuessLimiter,
        Platform.throttle,
        code_limit,
        EmailProviders.email_queue,
        "wrong_codes",
        separate_sources=False,
    )
    second_factor_codes = providers.Singleton(
        SecondFactorCodes,
        ChannelTables.accounts,
        ChannelTables.recovery_codes,
        totp_service,
        encryption,
        Platform.secret,
        Platform.clock,
    )
    require_second_factor = providers.Singleton(
        RequireSecondFactor, ChannelTables.accounts, second_factor_codes, code_guess_limiter
    )
    confirm_password = providers.Singleton(
        ConfirmPassword, ChannelTables.accounts, password_hasher, password_guess_limiter
    )
    start_second_factor_setup = providers.Singleton(
        StartSecondFactorSetup,
        ChannelTables.accounts,
        ChannelTables.channels,
        confirm_password,
        totp_service,
        encryption,
    )
    confirm_second_factor = providers.Singleton(
        ConfirmSecondFactor,
        ChannelTables.accounts,
        ChannelTables.recovery_codes,
        second_factor_codes,
        Platform.throttle,
        code_limit,
        Platform.secret,
        Platform.clock,
        EmailProviders.email_queue,
        ChannelTables.sessions,
    )
    clear_second_factor = providers.Singleton(
        ClearSecondFactor, ChannelTables.accounts, ChannelTables.recovery_codes, EmailProviders.email_queue
    )
    remove_second_factor = providers.Singleton(
        RemoveSecondFactor,
        ChannelTables.accounts,
        confirm_password,
        second_factor_codes,
        Platform.throttle,
        code_limit,
        clear_second_factor,
    )
    reset_second_factor = providers.Singleton(ResetSecondFactor, ChannelTables.accounts, clear_second_factor)

    # Registration and login
    register_account = providers.Singleton(
        RegisterAccount,
        ChannelTables.accounts,
        password_policy,
        require_human,
        create_account,
        start_session,
        Platform.clock,
    )
    log_in = providers.Singleton(
        LogIn,
        ChannelTables.accounts,
        password_hasher,
        require_human,
        password_guess_limiter,
        require_second_factor,
        start_session,
        Platform.clock,
    )
    viewer_session_service = providers.Singleton(ViewerSessionService, ChannelTables.sessions, Platform.clock)
    verify_email = providers.Singleton(
        VerifyEmail,
        ChannelTables.accounts,
        EmailProviders.signed_links,
        password_hasher,
        password_guess_limiter,
        Platform.clock,
    )
    request_email_verification = providers.Singleton(
        RequestEmailVerification, ChannelTables.accounts, EmailProviders.email_queue, Platform.throttle
    )
    request_password_reset = providers.Singleton(
        RequestPasswordReset,
        ChannelTables.accounts,
        EmailProviders.email_queue,
        require_human,
        Platform.throttle,
    )
    reset_password = providers.Singleton(
        ResetPassword,
        ChannelTables.accounts,
        ChannelTables.sessions,
        EmailProviders.signed_links,
        password_policy,
        EmailProviders.email_queue,
        password_guess_limiter,
        revoke_other_access,
        Platform.clock,
    )
    get_profile = providers.Singleton(GetProfile, ChannelTables.accounts, user_serializer)
    update_profile = providers.Singleton(
        UpdateProfile,
        ChannelTables.accounts,
        ChannelTables.channels,
        ChannelTables.sessions,
        password_policy,
        confirm_password,
        EmailProviders.email_queue,
        user_serializer,
        Platform.clock,
    )

    # Social login
    social_state_codec = providers.Singleton(SocialStateCodec, encryption)
    callback_urls = providers.Singleton(
        CallbackUrls,
        ChannelTables.channels,
        SiteProviders.find_channel,
        Platform.settings.provided.site_urls,
        Platform.settings.provided.development,
        Platform.settings.provided.api_host,
    )
    start_social_login = providers.Singleton(
        StartSocialLogin, social_providers, social_state_codec, ChannelTables.sessions, callback_urls
    )
    resolve_social_callback = providers.Singleton(
        ResolveSocialCallback,
        social_providers,
        social_state_codec,
        ChannelTables.sessions,
        ChannelTables.used_tokens,
        ChannelTables.social_attempts,
        Platform.clock,
    )
    social_account_service = providers.Singleton(
        SocialAccountService, ChannelTables.accounts, revoke_other_access, create_account, Platform.clock
    )
    complete_social_login = providers.Singleton(
        CompleteSocialLogin,
        resolve_social_callback,
        social_account_service,
        require_second_factor,
        password_hasher,
        password_guess_limiter,
        start_session,
        Platform.clock,
    )

    # Single sign-on of operators
    channel_single_sign_on = providers.Singleton(
        ChannelSingleSignOn, ChannelTables.channels, single_sign_on_connector
    )
    start_single_sign_on = providers.Singleton(
        StartSocialLogin, channel_single_sign_on, social_state_codec, ChannelTables.sessions, callback_urls
    )
    resolve_single_sign_on = providers.Singleton(
        ResolveSocialCallback,
        channel_single_sign_on,
        social_state_codec,
        ChannelTables.sessions,
        ChannelTables.used_tokens,
        ChannelTables.social_attempts,
        Platform.clock,
    )
    complete_single_sign_on = providers.Singleton(
        CompleteSingleSignOn,
        resolve_single_sign_on,
        ChannelTables.channels,
        ChannelTables.accounts,
        ChannelTables.operators,
        require_second_factor,
        start_session,
    )

    # Devices
    request_device_code = providers.Singleton(
        RequestDeviceCode, ChannelTables.device_grants, user_agent_parser, Platform.secret, Platform.clock
    )
    link_device = providers.Singleton(
        LinkDevice, ChannelTables.device_grants, Platform.throttle, Platform.secret, Platform.clock
    )
    redeem_device_code = providers.Singleton(
        RedeemDeviceCode,
        ChannelTables.device_grants,
        ChannelTables.accounts,
        ChannelTables.sessions,
        start_session,
        EmailProviders.email_queue,
        Platform.clock,
    )

    # Closure and export
    request_account_closure = providers.Singleton(
        RequestAccountClosure, confirm_password, EmailProviders.email_queue, Platform.throttle
    )
    close_account = providers.Singleton(
        CloseAccount,
        ChannelTables.accounts,
        ChannelTables.channels,
        ChannelTables.sessions,
        ChannelTables.memberships,
        EmailProviders.signed_links,
        ChannelTables.audit_log,
        Platform.announce,
        Platform.clock,
    )
    rehearsal_viewers = providers.Singleton(
        RehearsalViewers,
        ChannelTables.accounts,
        ChannelTables.sessions,
        ChannelTables.channels,
        close_account,
        Platform.clock,
    )
    republish_closed_accounts = providers.Singleton(
        RepublishClosedAccounts, Platform.uow, ChannelTables.accounts, Platform.announce, Platform.clock
    )
    export_account = providers.Singleton(
        ExportAccount,
        ChannelTables.accounts,
        ChannelTables.sessions,
        ChannelTables.recovery_codes,
        ChannelTables.operators,
        ChannelTables.memberships,
    )
    membership_service = providers.Singleton(MembershipService, ChannelTables.memberships, Platform.clock)
    prune_expired_records = providers.Singleton(
        PruneExpiredRecords,
        Platform.uow,
        Platform.clock,
        ChannelTables.sessions,
        ChannelTables.used_tokens,
        ChannelTables.social_attempts,
        ChannelTables.device_grants,
        ChannelTables.invitations,
        ChannelTables.access_tokens,
        ChannelTables.webhook_log,
    )
