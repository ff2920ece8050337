"""Providers of live ingest. What it lacks is a Dependency, given in `catalog.container`."""

from datetime import timedelta

from dependency_injector import containers, providers

from touchline.catalog.adapters.sql.live import SqlLiveLedger, SqlLiveStreams
from touchline.catalog.adapters.sql.live_tables import TestStreamRow
from touchline.catalog.adapters.sql.recordings import SqlRecordings, SqlWithdrawnRecordings
from touchline.catalog.application.join_recording import JoinRecording
from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_changes import LiveChanges
from touchline.catalog.application.live_keeper import Means
from touchline.catalog.application.live_keys import AdmitPublisher, StreamKeys
from touchline.catalog.application.open_live import OpenStream, ReopenStream, StopStream, StreamTest
from touchline.catalog.application.take_down import DeleteWithdrawn, TakeDownRecording
from touchline.catalog.application.tidy_live import TidyLive


class Live(containers.DeclarativeContainer):
    """Streams, their keys, what keeps them and what stays of them. Ids for `Provide["catalog.live.…"]`."""

    settings = providers.Dependency()
    secret = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    session = providers.Dependency()
    jobs = providers.Dependency()
    states = providers.Dependency()
    storage = providers.Dependency()
    video = providers.Dependency()
    ingest = providers.Dependency()
    assets = providers.Dependency()
    rows = providers.Dependency()
    add_media = providers.Dependency()
    announce = providers.Dependency()
    takedown_log = providers.Dependency()
    renditions = providers.Dependency()

    streams = providers.Singleton(SqlLiveStreams, session, database)
    ledger = providers.Singleton(SqlLiveLedger, database, streams)
    recordings = providers.Singleton(SqlRecordings, session)
    tests = providers.Singleton(SqlLiveStreams, session, database, TestStreamRow)
    tests_ledger = providers.Singleton(SqlLiveLedger, database, tests)
    keys = providers.Singleton(StreamKeys, secret)
    open = providers.Singleton(OpenStream, streams, ingest, clock)
    reopen = providers.Singleton(ReopenStream, streams, states, rows, recordings, ingest, clock)
    stop = providers.Singleton(StopStream, streams, states)
    test = providers.Singleton(StreamTest, tests, ingest, clock)
    admit = providers.Singleton(AdmitPublisher, ledger, tests_ledger, keys)
    changes = providers.Singleton(LiveChanges, ledger, rows, states, jobs, announce, clock)
    grace = providers.Singleton(timedelta, seconds=settings.provided.live_grace_seconds)
    margin = providers.Singleton(timedelta, minutes=settings.provided.live_margin_minutes)
    means = providers.Singleton(Means, changes, storage, ingest, keys, clock, grace, margin, renditions)
    keep = providers.Singleton(KeepStreams, ledger, means)
    tests_changes = providers.Singleton(LiveChanges, tests_ledger, rows, states, jobs, announce, clock)
    tests_means = providers.Singleton(
        Means, tests_changes, storage, ingest, keys, clock, grace, margin, renditions
    )
    keep_tests = providers.Singleton(KeepStreams, tests_ledger, tests_means)
    join = providers.Singleton(JoinRecording, ledger, storage, video, add_media)
    take_down = providers.Singleton(
        TakeDownRecording, recordings, rows, states, streams, takedown_log, jobs, announce, clock
    )
    withdrawn = providers.Singleton(SqlWithdrawnRecordings, database)
    delete_withdrawn = providers.Singleton(DeleteWithdrawn, take_down, clock)
    tidy = providers.Singleton(TidyLive, ledger, tests_ledger, assets, rows, storage, jobs, clock)
