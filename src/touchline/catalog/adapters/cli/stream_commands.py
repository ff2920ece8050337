"""`touchline streams …`: open, test, list, end and reopen live streams."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli import nginx
from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.adapters.cli.consent_commands import format_check
from touchline.catalog.application.consents import ConsentRegister
from touchline.catalog.application.live.stream_commands import (
    OpenStream,
    PutOnAir,
    ReopenStream,
    StopStream,
    StreamTests,
)
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.live_captions.caption_languages import CaptionLanguages
from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.safety_delay import MAX_SAFETY_DELAY_SECONDS
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.media.ingest import Ingest
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.platform.audit.declarations import changes, outside_channels, reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.shared.clock import Clock


class StreamCommandContext(CommandContext):
    """The command context with the streams, their keys and the ingest."""

    @inject
    def __init__(
        self,
        streams: LiveStreams = Provide[CatalogContainer.streams],
        open_stream: OpenStream = Provide[CatalogContainer.open_stream],
        stop_stream: StopStream = Provide[CatalogContainer.stop_stream],
        reopen_stream: ReopenStream = Provide[CatalogContainer.reopen_stream],
        put_on_air: PutOnAir = Provide[CatalogContainer.put_on_air],
        test_streams: LiveStreams = Provide[CatalogContainer.test_streams],
        stream_tests: StreamTests = Provide[CatalogContainer.stream_tests],
        keys: StreamKeys = Provide[CatalogContainer.stream_keys],
        events: Events = Provide[CatalogContainer.events],
        ingest: Ingest = Provide[CatalogContainer.ingest],
        clock: Clock = Provide[CatalogContainer.clock],
        consents: ConsentRegister = Provide[CatalogContainer.consent_register],
        caption_languages: CaptionLanguages = Provide[CatalogContainer.caption_languages],
    ) -> None:
        super().__init__()
        self.consents = consents
        self.caption_languages = caption_languages
        self.streams = streams
        self.open_stream = open_stream
        self.stop_stream = stop_stream
        self.reopen_stream = reopen_stream
        self.put_on_air = put_on_air
        self.test_streams = test_streams
        self.stream_tests = stream_tests
        self._keys = keys
        self._events = events
        self._ingest = ingest
        self._clock = clock

    def serialize_stream(self, stream: LiveStream) -> dict[str, Any]:
        """Return a stream as an object for JSON, with server and key only while the stream is open."""
        event = self._events.get(stream.event_id)
        endpoint = self._keys.get_endpoint(stream)
        return {
            "event_id": stream.event_id,
            "event": event.key if event else None,
            "state": stream.state.value,
            "server": self._ingest.get_server_url(endpoint) if stream.is_open else None,
            "key": endpoint.stream_key if stream.is_open else None,
            "backup_key": self._get_backup_key(stream),
            "on_air": stream.on_air.value,
            "primary_state": stream.primary_state.value,
            "backup_state": stream.backup_state.value,
            "safety_delay_seconds": stream.safety_delay_seconds,
            "srt": self._ingest.get_srt_url(endpoint) if stream.is_open else None,
            "started_at": format_instant(stream.started_at) if stream.started_at else None,
            "finished_at": format_instant(stream.finished_at) if stream.finished_at else None,
            "asset_id": stream.asset_id,
            "fault": stream.full_fault,
            "test": stream.is_test,
        }

    def _get_backup_key(self, stream: LiveStream) -> str | None:
        has_backup = stream.is_open and EncoderSlot.BACKUP in stream.slots
        return self._keys.derive(stream, EncoderSlot.BACKUP) if has_backup else None

    def is_supervised(self, stream: LiveStream) -> bool:
        """Return whether an ingest process supervises the stream now."""
        return stream.is_supervised(self._clock.now())


@click.group("streams")
def streams() -> None:
    """Manage the live streams of events."""


@streams.command("open")
@changes("stream.open", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option("--new-key", "new_key", is_flag=True, help="Create new keys. The old keys stop working.")
@click.option(
    "--dvr-seconds",
    type=click.IntRange(10, 86_400),
    help="Seconds that viewers can rewind, without a recording. Default: the whole event, recorded.",
)
@click.option(
    "--safety-delay",
    type=click.IntRange(0, MAX_SAFETY_DELAY_SECONDS),
    help="Seconds to hold video back before viewers get it. Default: unchanged, at first 0.",
)
@channel_option
@json_option
def open_stream(
    event: str,
    new_key: bool,
    dvr_seconds: int | None,
    safety_delay: int | None,
    channel: str | None,
    as_json: bool,
) -> None:
    """Print the server and stream keys for publishing EVENT (id or key) from an encoder such as OBS.

    The backup key is for a second encoder, which goes on air when the first one fails. The keys stay the same
    until you create new ones. To resume a stream that has ended, run `touchline streams reopen`.
    """
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        event_id = command_context.find_event_id(event)
        stream = command_context.open_stream(
            event_id, new_key=new_key, dvr_seconds=dvr_seconds, safety_delay_seconds=safety_delay
        )
        payload = command_context.serialize_stream(stream)
        consents = command_context.consents.check_event(stream.event_id)
    payload["consent_missing"] = len(consents.missing)
    if consents.missing:
        click.echo("\n".join(["Warning: consent is missing.", *format_check(consents)]), err=True)
    _print_key(payload, as_json)


@streams.command("reopen")
@changes("stream.reopen", "event", "event")
@click.argument("event", metavar="EVENT")
@channel_option
@json_option
def reopen_stream(event: str, channel: str | None, as_json: bool) -> None:
    """Resume the stream of EVENT (id or key) after it has ended.

    The stream key stays the same; the server may use another port. New video is added to the recording.
    """
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        payload = command_context.serialize_stream(
            command_context.reopen_stream(command_context.find_event_id(event))
        )
    _print_key(payload, as_json)


@streams.command("test")
@changes("stream.test", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option("--stop", "stop", is_flag=True, help="End the test and delete its video.")
@channel_option
@json_option
def test_stream(event: str, stop: bool, channel: str | None, as_json: bool) -> None:
    """Print a server and test key for a private test stream of EVENT (id or key).

    `touchline streams list` shows whether video arrives, and how to fix problems. A test changes no status,
    notifies nobody and leaves no recording. It ends with --stop, or two minutes after the encoder leaves.
    """
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        event_id = command_context.find_event_id(event)
        payload = command_context.serialize_stream(
            command_context.stream_tests.stop(event_id)
            if stop
            else command_context.stream_tests.open(event_id)
        )
    if not stop:
        _print_key(payload, as_json, name="Test key")
        return
    click.echo(
        json.dumps(payload) if as_json else f"The stream test of {payload['event'] or event} has ended."
    )


def _print_key(payload: dict[str, Any], as_json: bool, name: str = "Stream key") -> None:
    if as_json:
        click.echo(json.dumps(payload))
        return
    click.echo(f"{'Server':<12}{payload['server']}")
    click.echo(f"{name:<12}{payload['key']}")
    if payload["srt"]:
        click.echo(f"{'SRT':<12}{payload['srt']}")
    if payload["backup_key"]:
        click.echo(f"{'Backup key':<12}{payload['backup_key']}")
    click.echo("Anyone with this key can publish. Treat it as a password.", err=True)


@streams.command("captions")
@changes("stream.caption_languages", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option(
    "--languages", metavar="TAGS", help="Languages of the captions, such as `en,fr`; empty for none."
)
@channel_option
@json_option
def choose_caption_languages(event: str, languages: str | None, channel: str | None, as_json: bool) -> None:
    """Choose the languages of the live captions of EVENT (id or key), and print what has arrived in each.

    Viewers who are already watching see a new language after they reload the page.
    """
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        event_id = command_context.find_event_id(event)
        if languages is not None:
            tags = [tag.strip() for tag in languages.split(",") if tag.strip()]
            command_context.caption_languages.choose(event_id, tags)
        states = command_context.caption_languages.list_states(event_id)
    payload = [
        {
            "language": state.language,
            "name": state.name,
            "count": state.count,
            "received_at": format_instant(state.received_at) if state.received_at else None,
            "delay_ms": state.delay_ms,
        }
        for state in states
    ]
    if as_json:
        click.echo(json.dumps(payload))
        return
    rows = [
        tuple(str(state[name] or "") for name in ("language", "name", "count", "received_at"))
        for state in payload
    ]
    print_table(("Language", "Name", "Captions", "Last caption"), rows)


@streams.command("list")
@reads_nothing_personal
@channel_option
@json_option
def list_streams(channel: str | None, as_json: bool) -> None:
    """List the streams of a channel, newest first."""
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        open_tests = [test for test in command_context.test_streams.list_all() if test.is_open]
        payload = [
            command_context.serialize_stream(stream)
            for stream in (*open_tests, *command_context.streams.list_all())
        ]
    if as_json:
        click.echo(json.dumps(payload))
        return
    columns = ("event_id", "event", "state", "on_air", "server", "started_at", "fault")
    shown = (
        {
            **stream,
            "state": f"{stream['state']} (test)" if stream["test"] else stream["state"],
            "on_air": stream["on_air"] if stream["state"] == LiveState.LIVE else "",
        }
        for stream in payload
    )
    rows = [tuple(str(stream[name] or "") for name in columns) for stream in shown]
    print_table(("Id", "Event", "State", "On air", "Server", "Since", "Problem"), rows)


@streams.command("stop")
@changes("stream.stop", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option("--discard-held", is_flag=True, help="Delete the video that the safety delay holds back.")
@channel_option
@json_option
def stop_stream(event: str, discard_held: bool, channel: str | None, as_json: bool) -> None:
    """End the stream of EVENT and make its recording."""
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        event_id = command_context.find_event_id(event)
        stream = command_context.stop_stream(event_id, discard_held=discard_held)
        payload = command_context.serialize_stream(stream)
    click.echo(json.dumps(payload) if as_json else f"The stream of {payload['event'] or event} has ended.")
    if stream.state is LiveState.ENDING and not command_context.is_supervised(stream):
        click.echo(
            "The recording waits for an ingest process (`touchline run` or `touchline ingest`).", err=True
        )


@streams.command("switch")
@changes("stream.switch", "event", "event")
@click.argument("event", metavar="EVENT")
@click.argument("slot", metavar="ENCODER", type=click.Choice([slot.value for slot in EncoderSlot]))
@channel_option
@json_option
def switch_encoder(event: str, slot: str, channel: str | None, as_json: bool) -> None:
    """Put an ENCODER (primary or backup) of EVENT on air. It stays on air as long as it sends video."""
    command_context = StreamCommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        stream = command_context.put_on_air(command_context.find_event_id(event), EncoderSlot(slot))
        payload = command_context.serialize_stream(stream)
    click.echo(json.dumps(payload) if as_json else f"The {slot} encoder goes on air.")


@streams.command("print-nginx-config")
@outside_channels
@click.option("--app", "app_url", metavar="URL", help="Address of this app for nginx. Default: this machine.")
@inject
def print_nginx_config(
    app_url: str | None,
    settings: Settings = Provide[CatalogContainer.settings],
    keys: StreamKeys = Provide[CatalogContainer.stream_keys],
) -> None:
    """Print the configuration of nginx with the RTMP module, for TOUCHLINE_INGEST=nginx.

    It contains a secret token. Give it only to this deployment's nginx.
    """
    address = app_url or f"http://127.0.0.1:{settings.port}"
    click.echo(nginx.render_configuration(settings.nginx_rtmp_url, address, keys.hook_token), nl=False)
