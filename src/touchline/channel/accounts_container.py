"""Providers of registration, login and profile.

`channel.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.channel.application.accounts.email_verification import RequestEmailVerification, VerifyEmail
from touchline.channel.application.accounts.login.login import LogIn
from touchline.channel.application.accounts.login.viewer_sessions import ViewerSessionService
from touchline.channel.application.accounts.password_confirmation import ConfirmPassword
from touchline.channel.application.accounts.password_reset import RequestPasswordReset, ResetPassword
from touchline.channel.application.accounts.profile import GetProfile, UpdateProfile
from touchline.channel.application.accounts.registration import RegisterAccount
from touchline.channel.ports.accounts.throttle import Limit


class AccountsContainer(containers.DeclarativeContainer):
    """Container of account services. IDs for `Provide["channel.account_services.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    signed_links = providers.Dependency()
    user_serializer = providers.Dependency()
    start_session = providers.Dependency()
    require_second_factor = providers.Dependency()
    password_hasher = providers.Dependency()
    password_policy = providers.Dependency()
    require_human = providers.Dependency()
    form_protection = providers.Dependency()
    throttle = providers.Dependency()
    password_guess_limiter = providers.Dependency()
    revoke_other_access = providers.Dependency()
    create_account = providers.Dependency()
    email_queue = providers.Dependency()

    registration_limit = providers.Singleton(
        Limit, "registrations", settings.provided.throttle_registrations, 3600
    )

    register_account = providers.Singleton(
        RegisterAccount,
        accounts,
        password_policy,
        form_protection,
        registration_limit,
        create_account,
        start_session,
        clock,
    )
    log_in = providers.Singleton(
        LogIn,
        accounts,
        password_hasher,
        require_human,
        password_guess_limiter,
        require_second_factor,
        start_session,
        clock,
    )
    viewer_session_service = providers.Singleton(ViewerSessionService, sessions, clock)
    verify_email = providers.Singleton(
        VerifyEmail, accounts, signed_links, password_hasher, password_guess_limiter, clock
    )
    request_email_verification = providers.Singleton(
        RequestEmailVerification, accounts, email_queue, throttle
    )
    request_password_reset = providers.Singleton(
        RequestPasswordReset, accounts, email_queue, require_human, throttle
    )
    reset_password = providers.Singleton(
        ResetPassword,
        accounts,
        sessions,
        signed_links,
        password_policy,
        email_queue,
        password_guess_limiter,
        revoke_other_access,
        clock,
    )
    confirm_password = providers.Singleton(ConfirmPassword, accounts, password_hasher, password_guess_limiter)
    get_profile = providers.Singleton(GetProfile, accounts, user_serializer)
    update_profile = providers.Singleton(
        UpdateProfile,
        accounts,
        channels,
        sessions,
        password_policy,
        confirm_password,
        email_queue,
        user_serializer,
        clock,
    )
