"""Providers of context `channel`. What it lacks is a Dependency, given in `touchline.container`."""

from dependency_injector import containers, providers

from touchline.channel.adapters.http.principals import KeyHolders
from touchline.channel.adapters.prose import MarkdownProse
from touchline.channel.adapters.sql.channels import SqlChannels
from touchline.channel.adapters.sql.contents import SqlContents
from touchline.channel.adapters.sql.keys import SqlChannelKeys, SqlSessions
from touchline.channel.application.apply_pack import ApplyPack, ExportPack, OpenChannel
from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.keys import (
    ChannelBehindKey,
    FindPrincipal,
    ForgetSessions,
    GiveApiKey,
    ShowChannelKey,
)
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.facade import ChannelFacade


class Channel(containers.DeclarativeContainer):
    """Everything `channel` makes. Ids for `Provide["channel.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    session = providers.Dependency()
    open_files = providers.Dependency()
    geo = providers.Dependency()

    channels = providers.Singleton(SqlChannels, session)
    contents = providers.Singleton(SqlContents, session)
    channel_keys = providers.Singleton(SqlChannelKeys, session, clock)
    sessions = providers.Singleton(SqlSessions, session)
    prose = providers.Singleton(MarkdownProse)

    find_channel = providers.Singleton(
        FindChannel, channels, settings.provided.default_channel, settings.provided.development
    )
    show_channel_key = providers.Singleton(ShowChannelKey, channel_keys, secret)
    channel_behind_key = providers.Singleton(ChannelBehindKey, channel_keys, channels)
    give_api_key = providers.Singleton(GiveApiKey, sessions, clock)
    forget_sessions = providers.Singleton(ForgetSessions, sessions, clock)
    find_principal = providers.Singleton(FindPrincipal, sessions, channels, geo, clock)
    principals = providers.Singleton(KeyHolders, find_principal)
    site_answers = providers.Singleton(SiteAnswers, channels, contents, open_files.provided.url)
    open_channel = providers.Singleton(OpenChannel, channels, show_channel_key)
    apply_pack = providers.Singleton(ApplyPack, channels, contents, prose)
    export_pack = providers.Singleton(ExportPack, channels, contents)

    facade = providers.Singleton(
        ChannelFacade,
        channels,
        sessions,
        clock,
        site_answers,
        find_channel,
        open_channel,
        apply_pack,
        export_pack,
        geo,
    )
