"""Providers of log-in through other sites. What it lacks is a Dependency, given in `channel.container`."""

from dependency_injector import containers, providers

from touchline.channel.application.social import EnterBySocial
from touchline.channel.application.social_accounts import SocialAccounts
from touchline.channel.application.social_arrival import WhoCameBack
from touchline.channel.application.social_departure import CallbackAddresses, SetOutForSocial
from touchline.channel.application.social_ways import SealedWays


class Social(containers.DeclarativeContainer):
    """Ids for `Provide["channel.social.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    seal = providers.Dependency()
    spent_tokens = providers.Dependency()
    attempts = providers.Dependency()
    enter = providers.Dependency()
    second_factor_door = providers.Dependency()
    social_providers = providers.Dependency()
    find_channel = providers.Dependency()
    open_account = providers.Dependency()
    passwords = providers.Dependency()
    password_guesses = providers.Dependency()
    end_other_access = providers.Dependency()

    ways = providers.Singleton(SealedWays, seal)
    callbacks = providers.Singleton(
        CallbackAddresses,
        channels,
        find_channel,
        settings.provided.site_urls,
        settings.provided.development,
        settings.provided.api_host,
    )
    set_out = providers.Singleton(SetOutForSocial, social_providers, ways, sessions, callbacks)
    who_came_back = providers.Singleton(
        WhoCameBack, social_providers, ways, sessions, spent_tokens, attempts, clock
    )
    social_accounts = providers.Singleton(SocialAccounts, accounts, end_other_access, open_account, clock)
    enter_by_social = providers.Singleton(
        EnterBySocial,
        who_came_back,
        social_accounts,
        second_factor_door,
        passwords,
        password_guesses,
        enter,
        clock,
    )
