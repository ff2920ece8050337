"""Providers of `analytics` for what browsers tell."""

from collections.abc import Callable

from dependency_injector import containers, providers

from touchline.analytics.adapters.agents import KnownAgents
from touchline.analytics.adapters.drain import Drain, DrainThread
from touchline.analytics.adapters.gateways import PlayableThings, ProfileKeys
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.sql.people import SqlPeople
from touchline.analytics.adapters.sql.session_usages import SqlSessionUsages
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.application.forgetting import ForgetOld
from touchline.analytics.application.give_report_token import GiveReportToken
from touchline.analytics.application.mark_doubtful import MarkDoubtful
from touchline.analytics.application.persons import ForgetLeavers
from touchline.analytics.application.read_lines import ReadLines
from touchline.analytics.application.take_in import ADDRESS_REPORTS, MOST_ADDRESSES, TakeIn
from touchline.analytics.application.take_up import TakeUp
from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.ports.store import AnalyticsStore
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.shared.clock import Clock


def _spool(settings: Settings, now: Callable[[], int]) -> FolderSpool:
    return FolderSpool(settings.var / "analytics" / "spool", now)


def _allowance(settings: Settings) -> Allowance:
    return Allowance(ADDRESS_REPORTS * settings.throttle_address_factor, MOST_ADDRESSES)


def _milliseconds(clock: Clock) -> Callable[[], int]:
    return lambda: int(clock.now().timestamp() * 1000)


def _lasts(store: AnalyticsStore, database: Database) -> Callable[[], bool]:
    """Of ClickHouse its own settings decide."""
    return database.lasts if isinstance(store, SqlAnalyticsStore) else lambda: True


class Intake(containers.DeclarativeContainer):
    """Ids for `Provide["analytics.intake.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    channel = providers.Dependency()
    geo = providers.Dependency()
    store = providers.Dependency()
    secret = providers.Dependency()
    catalog = providers.Dependency()
    clips = providers.Dependency()

    now = providers.Singleton(_milliseconds, clock)
    spool = providers.Singleton(_spool, settings, now)
    people = providers.Singleton(SqlPeople, session)
    allowance = providers.Singleton(_allowance, settings)
    take_in = providers.Singleton(TakeIn, spool, geo, allowance, now)
    tokens = providers.Singleton(ReportTokens, secret)
    usages = providers.Singleton(SqlSessionUsages, session)
    mark = providers.Singleton(MarkDoubtful, tokens, usages)
    read = providers.Singleton(
        ReadLines,
        providers.Singleton(ProfileKeys, channel),
        people,
        providers.Singleton(KnownAgents),
        mark,
        now,
    )
    give_token = providers.Singleton(
        GiveReportToken, tokens, providers.Singleton(PlayableThings, catalog, clips), clock
    )
    take_up = providers.Singleton(TakeUp, store, read)
    lasts = providers.Callable(_lasts, store, database)
    drain = providers.Singleton(Drain, database, spool, take_up, lasts)
    drain_thread = providers.Singleton(DrainThread, drain, spool)
    forget_leavers = providers.Singleton(ForgetLeavers, people, store)
    forget_old = providers.Singleton(ForgetOld, store, usages, clock, settings.provided.analytics_days)
