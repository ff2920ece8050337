"""Figures of sponsors in the databases: reports that repeat, come late and come from several processes."""

from __future__ import annotations

import random
from datetime import date
from threading import Thread
from typing import cast

from sqlalchemy import Table

from touchline.analytics.adapters.sql.sponsors.ad_caps import SqlAdCaps
from touchline.analytics.adapters.sql.sponsors.ad_views import SqlAdViews
from touchline.analytics.adapters.sql.sponsors.tables import AdCapRow, AdDayRow, AdViewRow
from touchline.analytics.domain.sponsors.ad_breaks import AdBreak, AdEvent, AdReport, to_progress
from touchline.analytics.domain.sponsors.figures import AdFigures
from touchline.platform.db.session import Database, current_session
from touchline.shared.ids import AccountId, ChannelId

CHANNEL, OTHER = ChannelId(1), ChannelId(2)
DAY = date(2026, 11, 21)
TABLES = [cast(Table, table.__table__) for table in (AdViewRow, AdDayRow, AdCapRow)]


def create_reports(breaks: int) -> tuple[list[AdReport], AdFigures]:
    """Return repeated reports of ad breaks in both channels, in any order, and the figures of each."""
    generator, reports, total = random.Random(11), [], AdFigures()  # noqa: S311
    for number in range(breaks):
        ad_break = AdBreak(f"{number:020}", 12 + number % 3, "feed", DAY)
        events = [AdEvent.START, *generator.sample(list(AdEvent), 2)]
        for event in events * 2:
            reports += [AdReport(channel, ad_break, to_progress(event)) for channel in (CHANNEL, OTHER)]
        quartiles = max(to_progress(event) & 31 for event in events).bit_count()
        numbers = [int(quartiles > place) for place in range(5)]
        total += AdFigures(*numbers, *[int(AdEvent.CLICK in events)])
    generator.shuffle(reports)
    return reports, total


def add(database: Database, reports: list[AdReport]) -> None:
    """Add reports in batches, as a process does."""
    for start in range(0, len(reports), 50):
        with database.transaction(None, unscoped=True):
            SqlAdViews(current_session).add(reports[start : start + 50])


def read(database: Database, channel_id: ChannelId) -> dict[str, AdFigures]:
    """Return the figures of a channel."""
    with database.transaction(channel_id):
        return dict(SqlAdViews(current_session).sum_by_sponsor(DAY, DAY))


def test_reports_add_up_in_any_order_and_of_several_processes(database: Database) -> None:
    reports, expected = create_reports(120)
    halves = reports[::2], reports[1::2], reports[::3]
    processes = [Thread(target=add, args=(database, half)) for half in halves]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert read(database, CHANNEL) == {"feed": expected}
    add(database, reports)
    assert read(database, CHANNEL) == read(database, OTHER) == {"feed": expected}


def test_the_first_report_of_an_ad_break_decides_its_sponsor(database: Database) -> None:
    for sponsor in ("feed", "bank", "feed"):
        ad_break = AdBreak("A" * 20, 12, sponsor, DAY)
        add(database, [AdReport(CHANNEL, ad_break, to_progress(AdEvent.MIDPOINT))])
    assert read(database, CHANNEL) == {"feed": AdFigures(1, 1, 1)}


def test_figures_outside_of_the_period_are_left_out(database: Database) -> None:
    add(
        database,
        [AdReport(CHANNEL, AdBreak("A" * 20, 12, "feed", date(2026, 11, 20)), to_progress(AdEvent.START))],
    )
    assert read(database, CHANNEL) == {}
    with database.transaction(CHANNEL):
        (row,) = SqlAdViews(current_session).list_days("feed", date(2026, 11, 20), DAY)
    assert (row.event_id, row.day, row.figures) == (12, date(2026, 11, 20), AdFigures(1))


def test_a_cap_holds_when_several_devices_ask_at_once(database: Database) -> None:
    taken: list[bool] = []

    def claim() -> None:
        with database.transaction(CHANNEL):
            taken.append(SqlAdCaps(current_session).claim(AccountId(5), "feed", DAY, 3))

    devices = [Thread(target=claim) for _ in range(8)]
    for device in devices:
        device.start()
    for device in devices:
        device.join()
    assert sorted(taken) == [False] * 5 + [True] * 3
    with database.transaction(OTHER):
        assert SqlAdCaps(current_session).claim(AccountId(5), "feed", DAY, 1)
        assert SqlAdCaps(current_session).export_account(AccountId(5)) == [
            {"sponsor": "feed", "day": "2026-11-21", "shown": 1}
        ]
