"""Providers of social login. `channel.container` supplies the external dependencies."""

from dependency_injector import containers, providers

from touchline.channel.application.accounts.social.accounts import SocialAccountService
from touchline.channel.application.accounts.social.authorization import CallbackUrls, StartSocialLogin
from touchline.channel.application.accounts.social.callback import ResolveSocialCallback
from touchline.channel.application.accounts.social.login import CompleteSocialLogin
from touchline.channel.application.accounts.social.state import SocialStateCodec


class SocialContainer(containers.DeclarativeContainer):
    """Container of social login. IDs for `Provide["channel.social.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    encryption = providers.Dependency()
    used_tokens = providers.Dependency()
    social_attempts = providers.Dependency()
    start_session = providers.Dependency()
    require_second_factor = providers.Dependency()
    social_providers = providers.Dependency()
    find_channel = providers.Dependency()
    create_account = providers.Dependency()
    password_hasher = providers.Dependency()
    password_guess_limiter = providers.Dependency()
    revoke_other_access = providers.Dependency()

    social_state_codec = providers.Singleton(SocialStateCodec, encryption)
    callback_urls = providers.Singleton(
        CallbackUrls,
        channels,
        find_channel,
        settings.provided.site_urls,
        settings.provided.development,
        settings.provided.api_host,
    )
    start_social_login = providers.Singleton(
        StartSocialLogin, social_providers, social_state_codec, sessions, callback_urls
    )
    resolve_social_callback = providers.Singleton(
        ResolveSocialCallback,
        social_providers,
        social_state_codec,
        sessions,
        used_tokens,
        social_attempts,
        clock,
    )
    social_account_service = providers.Singleton(
        SocialAccountService, accounts, revoke_other_access, create_account, clock
    )
    complete_social_login = providers.Singleton(
        CompleteSocialLogin,
        resolve_social_callback,
        social_account_service,
        require_second_factor,
        password_hasher,
        password_guess_limiter,
        start_session,
        clock,
    )
