"""`touchline demos …`: renders the videos of the demo packs, adds them to the catalog and publishes live
events.
"""

from __future__ import annotations

import functools
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

from touchline.demo.container import DemoContainer
from touchline.demo.purchases import DemoPurchases
from touchline.platform.audit.declarations import changes, outside_channels
from touchline.platform.cli.commands import ProgressBar, channel_option, json_option, resolve_channel
from touchline.platform.config.settings import Settings
from touchline.platform.files.public_files import PublicFiles

# The web server and the worker load this module too, so only the commands that render import that code.
if TYPE_CHECKING:
    from touchline.analytics.application.ingest.spool_drain import SpoolDrain
    from touchline.analytics.ports.sponsors import AdViews
    from touchline.analytics.ports.spool import Spool
    from touchline.analytics.ports.store import AnalyticsStore
    from touchline.catalog.adapters.cli.recording_commands import RecordingCommandContext
    from touchline.catalog.domain.media.assets import Asset
    from touchline.catalog.facade import CatalogFacade
    from touchline.catalog.ports.library_items import LibraryItems
    from touchline.catalog.ports.media.storage import Storage
    from touchline.channel.facade import ChannelFacade
    from touchline.demo.footage.batch import VideoFile
    from touchline.demo.live_encoder import DemoEncoder
    from touchline.demo.recorded_scores import RecordedScores
    from touchline.demo.score_token import ScoreTokens
    from touchline.demo.send_audience import SendAudience
    from touchline.demo.video_usage import VideoUsage
    from touchline.platform.db.session import Database
    from touchline.shared.clock import Clock

PACKS = Path(__file__).with_name("packs")
_POLL_SECONDS = 0.5
_CHECKING_TEXT = "Checking the demo's videos"

packs_argument = click.argument(
    "packs", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path)
)


@click.group("demos")
def demos() -> None:
    """Manage the two demo channels and their rendered videos."""


@demos.command("draw-footage")
@outside_channels
@packs_argument
@json_option
def draw_footage(packs: tuple[Path, ...], as_json: bool) -> None:
    """Render the videos of PACKS (default: both demo packs) into var/footage.

    Existing videos are not rendered again. Exit code 1: a pack needs a video that cannot be rendered.
    """
    with ProgressBar(_CHECKING_TEXT, hidden=as_json) as bar:
        videos = [
            video_file for _, videos_of_pack in _load_video_files(packs) for video_file in videos_of_pack
        ]
        _draw(videos, bar, lambda video_file: None)
    rows = [{"key": video_file.spec.key, "file": str(video_file.path)} for video_file in videos]
    _print_result(rows, f"{len(videos)} videos are in {_folder()}.", as_json)


@demos.command("build")
@changes("demo.build")
@packs_argument
@json_option
def build(packs: tuple[Path, ...], as_json: bool) -> None:
    """Render the videos and make the streams of all demo events and library items.

    First apply the demo channels and start a worker. Exit code 1: a stream could not be made.
    """
    from touchline.catalog.adapters.cli.recording_commands import RecordingCommandContext

    context, added = RecordingCommandContext(), []
    with ProgressBar(_CHECKING_TEXT, hidden=as_json) as bar:
        usage_by_video = {
            video_file: usage for usage, videos in _load_video_files(packs) for video_file in videos
        }

        def add_to_catalog(video_file: VideoFile) -> None:
            usage_by_video[video_file].publish_open_file(video_file, _open_files())
            asset = usage_by_video[video_file].add_to_catalog(context, video_file)
            if asset:
                added.append((video_file, asset))
            usage_by_video[video_file].record_scores(context, video_file, _recorded_scores())

        _draw(list(usage_by_video), bar, add_to_catalog)
        states = _wait_for_streams(context, usage_by_video, added, bar)
    rows = [
        {
            "key": video_file.spec.key,
            "file": str(video_file.path),
            "asset": asset.id,
            "state": asset.state.value,
        }
        for video_file, asset in states
    ]
    _print_result(rows, f"{len(rows)} videos are ready to watch.", as_json)
    failed = [asset for _, asset in states if asset.failure_message]
    for asset in failed:
        click.echo(f"{asset.source_name}: {asset.failure_message}", err=True)
    if failed:
        sys.exit(1)


@demos.command("publish")
@outside_channels
@packs_argument
def publish(packs: tuple[Path, ...]) -> None:
    """Publish the live games of PACKS (default: both demo packs) in a loop, like encoders.

    First apply the channels, render the videos and start an ingest process.
    """
    encoders = [
        encoder for usage, videos in _load_video_files(packs) for encoder in _list_encoders(usage, videos)
    ]
    stop = threading.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: stop.set())
    while not stop.wait(_POLL_SECONDS):
        for encoder in encoders:
            encoder.ensure_running()
            encoder.send_scores(time.time_ns() // 1_000_000)
    for encoder in encoders:
        encoder.stop()


@inject
def _list_encoders(
    usage: VideoUsage,
    videos: list[VideoFile],
    settings: Settings = Provide[DemoContainer.settings],
    tokens: ScoreTokens = Provide[DemoContainer.score_tokens],
    storage: Storage = Provide[DemoContainer.storage],
) -> list[DemoEncoder]:
    """Return the encoders of a channel's live games. Each sends its scoreboard to this deployment."""
    from touchline.catalog.adapters.cli.command_context import CommandContext
    from touchline.demo.footage.timeline import read_timeline
    from touchline.demo.live_encoder import DemoEncoder, find_session_start, get_loop_seconds
    from touchline.demo.live_scores import LiveScores, ScoreboardClient

    live_events = usage.list_live_events(videos)
    if not live_events:
        return []
    context, encoders = CommandContext(), []
    channel_id = context.get_channel_id(usage.channel)
    token = tokens.create(channel_id)
    for live_event in live_events:
        scores = None
        if token is not None:
            with context.channel_transaction(channel_id):
                event_id = context.find_event_id(live_event.event)
            url = f"http://127.0.0.1:{settings.port}/api/studio/events/{event_id}/scoreboard"
            scores = LiveScores(
                read_timeline(live_event.video_file),
                get_loop_seconds(live_event.video_file),
                ScoreboardClient(url, token).send,
                click.echo,
            )
        find_start = functools.partial(find_session_start, storage)
        encoders.append(DemoEncoder(live_event, click.echo, scores, find_start))
    return encoders


@demos.command("buy")
@changes("demo.buy")
@inject
def buy(buy_all: DemoPurchases = Provide[DemoContainer.buy]) -> None:
    """Buy passes, gifts and codes as two demo viewers, and record outages with their make-goods.

    First apply the demo channels, and start the demo's Stripe. A second run buys nothing.
    """
    buy_all()
    click.echo("Bought one of each kind.")


@demos.command("send-audience")
@changes("demo.send_audience")
@channel_option
@click.option(
    "--days", type=click.IntRange(1, 400), default=42, show_default=True, help="Number of days, up to today."
)
@click.option(
    "--visits",
    type=click.IntRange(1, 5_000),
    default=40,
    show_default=True,
    help="Approximate visits per day.",
)
@click.option(
    "--seed", type=int, default=7, show_default=True, help="Random seed. Each seed gives a different season."
)
@click.option("--force", is_flag=True, help="Also add visits to days that already have some.")
@json_option
@inject
def send_audience(
    channel: str | None,
    days: int,
    visits: int,
    seed: int,
    force: bool,
    as_json: bool,
    settings: Settings = Provide[DemoContainer.settings],
    channels: ChannelFacade = Provide[DemoContainer.channel],
    database: Database = Provide[DemoContainer.database],
) -> None:
    """Simulate a season of visits to a channel's games and videos, so that its reports show data.
    The data takes the same path as data from browsers. Do not use it on a channel with real viewers."""
    with database.transaction(None, unscoped=True):
        channel_ids = {details.slug: details.id for details in channels.list_channels()}
    channel_id = resolve_channel(channel or settings.default_channel, channel_ids)
    stored = _build_sender()(channel_id, days, seed, visits, force=force)
    click.echo(json.dumps({"stored": stored}) if as_json else f"Stored {stored} events of {days} days.")


@inject
def _build_sender(
    database: Database = Provide[DemoContainer.database],
    channels: ChannelFacade = Provide[DemoContainer.channel],
    catalog: CatalogFacade = Provide[DemoContainer.catalog],
    library: LibraryItems = Provide[DemoContainer.library_items],
    store: AnalyticsStore = Provide[DemoContainer.store],
    spool: Spool = Provide[DemoContainer.spool],
    drain: SpoolDrain = Provide[DemoContainer.drain],
    ad_views: AdViews = Provide[DemoContainer.ad_views],
    clock: Clock = Provide[DemoContainer.clock],
) -> SendAudience:
    from touchline.analytics.adapters.gateways import ChannelProfileKeys
    from touchline.demo.send_audience import SendAudience
    from touchline.demo.sponsor_figures import AddSponsorFigures

    add_sponsor_figures = AddSponsorFigures(channels, catalog, ad_views, clock)
    profiles = ChannelProfileKeys(channels).list_channel_ids_by_key
    return SendAudience(
        database,
        channels,
        catalog,
        library,
        store,
        profiles,
        spool.append,
        drain.drain_own_files,
        clock,
        add_sponsor_figures,
    )


@inject
def _folder(settings: Settings = Provide[DemoContainer.settings]) -> Path:
    return settings.var / "footage"


@inject
def _max_seconds(settings: Settings = Provide[DemoContainer.settings]) -> int:
    return settings.max_demo_video_seconds


@inject
def _recorded_scores(
    scores: RecordedScores = Provide[DemoContainer.recorded_scores],
) -> RecordedScores:
    return scores


@inject
def _open_files(files: PublicFiles = Provide[DemoContainer.open_files]) -> PublicFiles:
    return files


def _load_video_files(packs: tuple[Path, ...]) -> list[tuple[VideoUsage, list[VideoFile]]]:
    """Return the videos of each pack with their usage. Each pack is read once."""
    from touchline.demo.footage.batch import list_video_files
    from touchline.demo.footage.specs import InvalidFootageError, plan
    from touchline.demo.video_usage import VideoUsage
    from touchline.front.packs.parser.pack_reader import read_pack
    from touchline.front.packs.problems import PackRefusedError

    selected = packs or tuple(sorted(path for path in PACKS.iterdir() if (path / "footage.yaml").is_file()))
    try:
        loaded = [read_pack(pack, datetime.now(UTC)) for pack in selected]
        return [
            (VideoUsage.from_pack(pack), list_video_files(plan(pack, _max_seconds()), _folder()))
            for pack in loaded
        ]
    except PackRefusedError as error:
        raise click.ClickException("\n".join(str(problem) for problem in error.problems)) from None
    except InvalidFootageError as error:
        raise click.ClickException(str(error)) from None


def _draw(videos: list[VideoFile], bar: ProgressBar, on_rendered: Callable[[VideoFile], None]) -> None:
    from touchline.demo.footage.batch import render_all

    shares: dict[VideoFile, float] = {}

    def show_progress(video_file: VideoFile, share: float) -> None:
        shares[video_file] = share
        rendered = sum(share >= 1 for share in shares.values())
        bar.update(
            sum(shares.values()) / max(1, len(videos)),
            f"Rendering demo videos, {rendered} of {len(videos)}",
        )

    render_all(videos, show_progress, on_rendered)


def _wait_for_streams(
    context: RecordingCommandContext,
    usage_by_video: dict[VideoFile, VideoUsage],
    added: list[tuple[VideoFile, Asset]],
    bar: ProgressBar,
) -> list[tuple[VideoFile, Asset]]:
    """Wait until the worker has made all streams, and return the assets in their final state."""
    while True:
        states = [
            (video_file, usage_by_video[video_file].get_asset(context, asset)) for video_file, asset in added
        ]
        progress = sum(100 if asset.is_finished else asset.progress for _, asset in states)
        ready = sum(asset.is_finished for _, asset in states)
        bar.update(progress / max(1, 100 * len(states)), f"Making the streams, {ready} of {len(states)}")
        if ready == len(states):
            return states
        time.sleep(_POLL_SECONDS)


def _print_result(rows: list[dict[str, Any]], text: str, as_json: bool) -> None:
    click.echo(json.dumps(rows) if as_json else text)


COMMANDS = (demos,)
