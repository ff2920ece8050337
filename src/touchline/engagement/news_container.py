"""Providers of reminders, and of telling viewers what is live.

What it lacks is a Dependency, given in `engagement.container`.
"""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import ChannelNames
from touchline.engagement.adapters.pushing import Pushing
from touchline.engagement.adapters.sql.browsers import SqlBrowsers
from touchline.engagement.adapters.sql.reminders import SqlReminders, SqlTold
from touchline.engagement.adapters.telling import Telling, Tidying
from touchline.engagement.application.browsers import AddBrowser, DropBrowser
from touchline.engagement.application.live_news import PushLive, TellOfLive
from touchline.engagement.application.preferences import News as NewsPreferences
from touchline.engagement.application.reminders import (
    DropReminder,
    ListReminders,
    NamesOfThings,
    SetReminder,
)
from touchline.engagement.application.tell_live import TellLive
from touchline.engagement.application.tidying import TidyReminders
from touchline.engagement.application.unsubscribe import Unsubscribe
from touchline.engagement.domain.unsubscribing import UnsubscribeTokens


class News(containers.DeclarativeContainer):
    """Ids for `Provide["engagement.news.…"]`."""

    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    channel_facts = providers.Dependency()
    catalogue = providers.Dependency()
    preferences = providers.Dependency()
    push = providers.Dependency()

    reminders = providers.Singleton(SqlReminders, session)
    told = providers.Singleton(SqlTold, session)
    browsers = providers.Singleton(SqlBrowsers, session)
    names = providers.Singleton(NamesOfThings, catalogue)
    tokens = providers.Singleton(UnsubscribeTokens, secret)
    channels = providers.Singleton(ChannelNames, channel)

    list_reminders = providers.Singleton(ListReminders, reminders, names)
    set_reminder = providers.Singleton(SetReminder, reminders, catalogue, names, clock)
    drop_reminder = providers.Singleton(DropReminder, reminders)
    settings = providers.Singleton(NewsPreferences, preferences, channel_facts)
    add_browser = providers.Singleton(AddBrowser, browsers, push, clock)
    drop_browser = providers.Singleton(DropBrowser, browsers)
    unsubscribe = providers.Singleton(Unsubscribe, tokens, reminders, names)

    tell = providers.Singleton(
        TellLive, reminders, told, catalogue, channel_facts, push, announce, jobs, clock
    )
    telling = providers.Singleton(Telling, database, channels, tell)
    tidy = providers.Singleton(TidyReminders, reminders, catalogue, channel_facts)
    tidying = providers.Singleton(Tidying, database, channels, tell, tidy)
    tell_of_live = providers.Singleton(
        TellOfLive, reminders, preferences, catalogue, names, channel_facts, tokens
    )
    push_live = providers.Singleton(
        PushLive, reminders, told, browsers, preferences, catalogue, channel_facts, clock
    )
    pushing = providers.Singleton(Pushing, database, push_live, push)
