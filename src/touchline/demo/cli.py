"""`touchline demo …`: draws the films of the demo packs, makes streams of them, publishes the live ones."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.platform.commands import Bar, channel_of, channel_option, json_option
from touchline.platform.files import OpenFiles
from touchline.platform.settings import Settings

# The drawing code is imported by the commands that draw: the web server and the worker load this module too.
if TYPE_CHECKING:
    from touchline.analytics.adapters.drain import Drain
    from touchline.analytics.ports.spool import Spool
    from touchline.analytics.ports.store import AnalyticsStore
    from touchline.catalog.adapters.cli.media_commands import MediaDesk
    from touchline.catalog.domain.media import Asset
    from touchline.catalog.facade import CatalogFacade
    from touchline.catalog.ports.library import LibraryStore
    from touchline.channel.facade import ChannelFacade
    from touchline.demo.footage.batch import Film
    from touchline.demo.sending import SendAudience
    from touchline.demo.showing import Showing
    from touchline.platform.db.session import Database
    from touchline.shared.clock import Clock

PACKS = Path(__file__).with_name("packs")
_BETWEEN_LOOKS = 0.5
_LOOKING = "Looking at the demo's films"

packs_argument = click.argument(
    "packs", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path)
)


@click.group("demo")
def demo() -> None:
    """The two demo channels: their films are drawn here."""


@demo.command("footage")
@packs_argument
@json_option
def footage(packs: tuple[Path, ...], as_json: bool) -> None:
    """Draw the films that PACKS ask for (both demo packs if none is named) into var/footage.

    What is there already is not drawn again. Exit code 1: a pack asks for something that can't be drawn.
    """
    with Bar(_LOOKING, hidden=as_json) as bar:
        films = [film for _, found in _wanted(packs) for film in found]
        _draw(films, bar, lambda film: None)
    rows = [{"key": film.spec.key, "file": str(film.path)} for film in films]
    _tell(rows, f"{len(films)} films are in {_folder()}.", as_json)


@demo.command("make")
@packs_argument
@json_option
def make(packs: tuple[Path, ...], as_json: bool) -> None:
    """Draw the films and make the streams of all events and library items that show them.

    The channels must have been applied and a worker must be running. Exit code 1: a stream could not be made.
    """
    from touchline.catalog.adapters.cli.media_commands import MediaDesk

    desk, given = MediaDesk(), []
    with Bar(_LOOKING, hidden=as_json) as bar:
        shows = {film: showing for showing, found in _wanted(packs) for film in found}

        def hand_over(film: Film) -> None:
            shows[film].keep_open(film, _open_files())
            asset = shows[film].hand_over(desk, film)
            if asset:
                given.append((film, asset))

        _draw(list(shows), bar, hand_over)
        states = _wait(desk, shows, given, bar)
    rows = [
        {"key": film.spec.key, "file": str(film.path), "asset": asset.id, "state": asset.state.value}
        for film, asset in states
    ]
    _tell(rows, f"{len(rows)} films are ready to watch.", as_json)
    failed = [asset for _, asset in states if asset.failure_message]
    for asset in failed:
        click.echo(f"{asset.source_name}: {asset.failure_message}", err=True)
    if failed:
        sys.exit(1)


@demo.command("publish")
@packs_argument
def publish(packs: tuple[Path, ...]) -> None:
    """Publish the live games of PACKS (both demo packs if none is named) without end, as encoders do.

    The channels must have been applied, the films drawn, and an ingest process must be running.
    """
    from touchline.demo.publishing import DemoEncoder

    encoders = [
        DemoEncoder(game, click.echo) for showing, films in _wanted(packs) for game in showing.live(films)
    ]
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    while not stop.wait(_BETWEEN_LOOKS):
        for encoder in encoders:
            encoder.look()
    for encoder in encoders:
        encoder.stop()


@demo.command("audience")
@channel_option
@click.option(
    "--days", type=click.IntRange(1, 400), default=42, show_default=True, help="So many, up to now."
)
@click.option(
    "--visits", type=click.IntRange(1, 5_000), default=40, show_default=True, help="So many a day, about."
)
@click.option("--seed", type=int, default=7, show_default=True, help="Another number is another season.")
@click.option("--again", is_flag=True, help="Also where there are visits already.")
@json_option
@inject
def audience(
    channel: str | None,
    days: int,
    visits: int,
    seed: int,
    again: bool,
    as_json: bool,
    settings: Settings = Provide["settings"],
    channels: ChannelFacade = Provide["channel.facade"],
    database: Database = Provide["database"],
) -> None:
    """Send a season of visits that never were to the games and films of a channel, so that its reports show
    something. They go the way of those that browsers tell. Not for a channel that has viewers."""
    with database.transaction(None, unscoped=True):
        known = {one.slug: one.id for one in channels.all_channels()}
    found = channel_of(channel or settings.default_channel, known)
    stored = _sender()(found, days, seed, visits, again=again)
    click.echo(json.dumps({"stored": stored}) if as_json else f"Stored {stored} facts of {days} days.")


@inject
def _sender(
    database: Database = Provide["database"],
    channels: ChannelFacade = Provide["channel.facade"],
    catalog: CatalogFacade = Provide["catalog.facade"],
    library: LibraryStore = Provide["catalog.library"],
    store: AnalyticsStore = Provide["analytics.store"],
    spool: Spool = Provide["analytics.intake.spool"],
    drain: Drain = Provide["analytics.intake.drain"],
    clock: Clock = Provide["clock"],
) -> SendAudience:
    from touchline.analytics.adapters.gateways import ProfileKeys
    from touchline.demo.sending import SendAudience

    profiles = ProfileKeys(channels).channels
    return SendAudience(database, channels, catalog, library, store, profiles, spool.append, drain.own, clock)


@inject
def _folder(settings: Settings = Provide["settings"]) -> Path:
    return settings.var / "footage"


@inject
def _open_files(files: OpenFiles = Provide["open_files"]) -> OpenFiles:
    return files


def _wanted(packs: tuple[Path, ...]) -> list[tuple[Showing, list[Film]]]:
    """Who shows the films of each pack, and the films; a pack is read once."""
    from touchline.demo.footage.batch import films
    from touchline.demo.footage.specs import FootageInvalid, plan
    from touchline.demo.showing import Showing
    from touchline.front.packs.problems import PackRefused
    from touchline.front.packs.reading import read_pack

    chosen = packs or tuple(sorted(path for path in PACKS.iterdir() if (path / "footage.yaml").is_file()))
    try:
        read = [read_pack(pack, datetime.now(UTC)) for pack in chosen]
        return [(Showing.of(pack), films(plan(pack), _folder())) for pack in read]
    except PackRefused as refused:
        raise click.ClickException("\n".join(str(problem) for problem in refused.problems)) from None
    except FootageInvalid as wrong:
        raise click.ClickException(str(wrong)) from None


def _draw(films: list[Film], bar: Bar, on_made: Callable[[Film], None]) -> None:
    from touchline.demo.footage.batch import render_all

    shares: dict[Film, float] = {}

    def show(film: Film, share: float) -> None:
        shares[film] = share
        made = sum(share >= 1 for share in shares.values())
        bar.show(
            sum(shares.values()) / max(1, len(films)), f"Drawing the demo's films, {made} of {len(films)}"
        )

    render_all(films, show, on_made)


def _wait(
    desk: MediaDesk, shows: dict[Film, Showing], given: list[tuple[Film, Asset]], bar: Bar
) -> list[tuple[Film, Asset]]:
    """Until the worker has made all streams; it began with the first film that was drawn."""
    while True:
        states = [(film, shows[film].state(desk, asset)) for film, asset in given]
        done = sum(100 if asset.is_settled else asset.progress for _, asset in states)
        ready = sum(asset.is_settled for _, asset in states)
        bar.show(done / max(1, 100 * len(states)), f"Making their streams, {ready} of {len(states)}")
        if ready == len(states):
            return states
        time.sleep(_BETWEEN_LOOKS)


def _tell(rows: list[dict[str, Any]], text: str, as_json: bool) -> None:
    click.echo(json.dumps(rows) if as_json else text)


COMMANDS = (demo,)
