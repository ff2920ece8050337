"""Providers of `analytics` for what browsers tell."""

from collections.abc import Callable

from dependency_injector import containers, providers

from touchline.analytics.adapters.agents import KnownAgents
from touchline.analytics.adapters.drain import Drain, DrainThread
from touchline.analytics.adapters.gateways import ProfileKeys
from touchline.analytics.adapters.spool import FolderSpool
from touchline.analytics.adapters.sql.people import SqlPeople
from touchline.analytics.adapters.sql.store import SqlAnalyticsStore
from touchline.analytics.application.forgetting import ForgetOld
from touchline.analytics.application.persons import ForgetLeavers
from touchline.analytics.application.read_lines import ReadLines
from touchline.analytics.application.take_in import TakeIn
from touchline.analytics.application.take_up import TakeUp
from touchline.analytics.ports.store import AnalyticsStore
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.shared.clock import Clock


def _spool(settings: Settings, now: Callable[[], int]) -> FolderSpool:
    return FolderSpool(settings.var / "analytics" / "spool", now)


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

    now = providers.Singleton(_milliseconds, clock)
    spool = providers.Singleton(_spool, settings, now)
    people = providers.Singleton(SqlPeople, session)
    take_in = providers.Singleton(TakeIn, spool, geo, now)
    read = providers.Singleton(
        ReadLines, providers.Singleton(ProfileKeys, channel), people, providers.Singleton(KnownAgents), now
    )
    take_up = providers.Singleton(TakeUp, store, read)
    lasts = providers.Callable(_lasts, store, database)
    drain = providers.Singleton(Drain, database, spool, take_up, lasts)
    drain_thread = providers.Singleton(DrainThread, drain, spool)
    forget_leavers = providers.Singleton(ForgetLeavers, people, store)
    forget_old = providers.Singleton(ForgetOld, store, clock, settings.provided.analytics_days)
