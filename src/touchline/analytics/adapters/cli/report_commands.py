"""`touchline report …`: the reports of /studio/reports in a terminal, from the same use cases.

Exit codes: 0 done, 1 refused (no such event), 2 wrong use or surroundings (no day, the store is away).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.cli.report_printing import print_report
from touchline.analytics.adapters.gateways import ChannelNames
from touchline.analytics.application.report_tables import table_of, write_csv
from touchline.analytics.application.reports_asked import Answer, Asked, Compare, Question, ReadQuestion
from touchline.analytics.application.reports_by import Dimension, WatchedBy
from touchline.analytics.application.reports_quality import PlayedHow, WatchedHowFar
from touchline.analytics.application.reports_sold import DroppedWhy, Funnel, SoldWhat
from touchline.analytics.application.reports_watched import Overview, WatchingNow
from touchline.analytics.application.reports_words import read_thing
from touchline.platform.commands import channel_of, channel_option, json_option, out_option, written_to
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.shared.errors import Invalid, Unavailable

Command = Callable[..., Any]


class Away(click.ClickException):
    """The store of facts does not answer."""

    exit_code = 2


def _forms(command: Command) -> Command:
    """The options of every report."""
    as_csv = click.option("--csv", "as_csv", is_flag=True, help="A table for spreadsheets.")
    return channel_option(json_option(as_csv(out_option(command))))


def _days(command: Command) -> Command:
    """The options of a report of days."""
    first = click.option("--from", "first", metavar="DAY", help="From this day of the channel on.")
    last = click.option("--to", "last", metavar="DAY", help="To the end of this day; today if not given.")
    compare = click.option(
        "--compare",
        type=click.Choice([one.value for one in Compare]),
        default=Compare.BEFORE.value,
        show_default=True,
        help="With as many days before, or the same weekdays a year before.",
    )
    return first(last(compare(command)))


@click.group("report")
def report() -> None:
    """What was watched and sold in a channel, and how it played; the last 28 days if no day is given."""


@report.command("now")
@_forms
@inject
def now(tell: WatchingNow = Provide["analytics.reports.now"], **forms: Any) -> None:
    """Who watches at this moment."""
    _tell("now", tell, forms)


@report.command("overview")
@_days
@_forms
@inject
def overview(tell: Overview = Provide["analytics.reports.overview"], **forms: Any) -> None:
    """Sessions, visits, views, minutes and viewers, in all and by day."""
    _tell("overview", lambda: tell(_question(forms)), forms)


@report.command("by")
@click.argument("dimension", type=click.Choice([one.value for one in Dimension]))
@_days
@_forms
@inject
def by(dimension: str, tell: WatchedBy = Provide["analytics.reports.by"], **forms: Any) -> None:
    """What was watched by event, library item, team, school, sport, country or device."""
    _tell("by", lambda: tell(_question(forms), Dimension(dimension)), forms)


@report.command("quality")
@click.option("--thing", metavar="KIND:ID", help="Of one thing alone: event:12, vod:3.")
@_days
@_forms
@inject
def quality(thing: str | None, tell: PlayedHow = Provide["analytics.reports.quality"], **forms: Any) -> None:
    """How long it took to begin, how often it stood and failed, and whose side it was."""
    try:
        asked = read_thing(thing) if thing else None
    except ValueError:
        raise click.UsageError(f"{thing} names nothing that is watched: write event:12 or vod:3.") from None
    _tell("quality", lambda: tell(_question(forms), asked), forms)


@report.command("sales")
@_days
@_forms
@inject
def sales(tell: SoldWhat = Provide["analytics.reports.sold"], **forms: Any) -> None:
    """What was sold, by product."""
    _tell("sales", lambda: tell(_question(forms)), forms)


@report.command("funnel")
@_days
@_forms
@inject
def funnel(tell: Funnel = Provide["analytics.reports.funnel"], **forms: Any) -> None:
    """How many sessions saw a page, an offer, the checkout, and bought."""
    _tell("funnel", lambda: tell(_question(forms)), forms)


@report.command("retention")
@click.argument("event_id", type=click.IntRange(1, 2**31 - 1), metavar="EVENT")
@_forms
@inject
def retention(
    event_id: int, tell: WatchedHowFar = Provide["analytics.reports.retention"], **forms: Any
) -> None:
    """How many watched each place of the film of EVENT (its id), and what of it was clipped."""
    _tell("retention", lambda: tell(event_id), forms)


@report.command("dropped")
@_forms
@inject
def dropped(tell: DroppedWhy = Provide["analytics.reports.dropped"], **forms: Any) -> None:
    """What browsers told in the last 28 days and was not kept; of all channels together."""
    _tell("dropped", tell, forms)


@inject
def _question(forms: dict[str, Any], read: ReadQuestion = Provide["analytics.reports.question"]) -> Question:
    return read(Asked(forms["first"], forms["last"], Compare(forms["compare"])))


def _tell(name: str, ask: Callable[[], Answer], forms: dict[str, Any]) -> None:
    with _inside(forms["channel"]), _told_plainly():
        answer = ask()
    out: Path | None = forms["out"]
    if forms["as_csv"]:
        with written_to(out) as target:
            write_csv(target, table_of(name, answer))
    elif forms["as_json"]:
        with written_to(out) as target:
            target.write(json.dumps(answer, ensure_ascii=False, indent=2) + "\n")
    elif out is not None:
        raise click.UsageError("--out writes --csv or --json.")
    else:
        print_report(name, answer, sys.stdout)


@contextmanager
def _told_plainly() -> Iterator[None]:
    try:
        yield
    except Invalid as wrong:
        names = {"from": "--from", "to": "--to"}
        said = [(names.get(field, field), text) for field, texts in wrong.errors.items() for text in texts]
        raise click.UsageError("\n".join(f"{name}: {text}" for name, text in said)) from None
    except Unavailable as away:
        raise Away(away.message) from None


@contextmanager
@inject
def _inside(
    slug: str | None,
    database: Database = Provide["database"],
    channels: ChannelNames = Provide["analytics.reports.channel_names"],
    settings: Settings = Provide["settings"],
) -> Iterator[None]:
    """A transaction in a channel; in the default one, or the only one there is, where none is named."""
    with database.transaction(None, unscoped=True):
        found = channels.ids()
    with database.transaction(channel_of(slug or settings.default_channel, found)):
        yield
