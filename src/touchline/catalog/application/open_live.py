"""An operator opens the stream of an event, and ends it."""

from __future__ import annotations

import secrets
from collections.abc import Set as AbstractSet

from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import LIVE_ROOM, AssetState, Owner
from touchline.catalog.ports.events import StreamStates
from touchline.catalog.ports.ingest import Ingest
from touchline.catalog.ports.live import LiveStreams
from touchline.catalog.ports.media import Assets, MediaRows
from touchline.shared.errors import Refused
from touchline.shared.ids import EventId


class OpenStream:
    """Gives out the stream key of an event: the same one each time, until a new one is asked for.

    Each open stream has a port of its own where the ingest has such. What has ended opens again with a new
    key alone, and only while there is no recording that would be lost.
    """

    def __init__(
        self, streams: LiveStreams, states: StreamStates, assets: Assets, rows: MediaRows, ingest: Ingest
    ) -> None:
        self._streams = streams
        self._states = states
        self._assets = assets
        self._rows = rows
        self._ingest = ingest

    def __call__(
        self, event_id: EventId, *, new_key: bool = False, dvr_seconds: int | None = None
    ) -> LiveStream:
        """The open stream. `dvr_seconds` of a stream that begins: so much can be rewound to, nothing is
        recorded."""
        taken = self._streams.ports_taken()
        stream = self._streams.held(event_id)
        if stream is None:
            stream = self._streams.add(event_id)
            stream.folder = _folder(stream)
        elif not stream.is_open:
            self._open_again(stream, new_key)
        elif new_key:
            stream.change_key()
        if not stream.has_begun and dvr_seconds is not None:
            stream.dvr_seconds = dvr_seconds
        stream.port = self._port(stream, taken)
        self._streams.save(stream)
        return stream

    def _open_again(self, stream: LiveStream, new_key: bool) -> None:
        if stream.state is LiveState.ENDING:
            raise Refused("The stream of this event is just being closed. Try again in a moment.")
        if not new_key:
            raise Refused("The stream of this event has ended, and its key opens nothing. Ask for a new one.")
        stream.open_again(_folder(stream), recording_failed=self._has_failed(stream))
        self._states.set_ended(stream.event_id, False)
        self._rows.take_off_live(Owner("event", stream.event_id))

    def _has_failed(self, stream: LiveStream) -> bool:
        asset = self._assets.get(stream.asset_id) if stream.asset_id is not None else None
        return asset is not None and asset.state is AssetState.FAILED

    def _port(self, stream: LiveStream, taken: AbstractSet[int]) -> int | None:
        ports = self._ingest.ports
        if not ports or stream.port in ports:
            return stream.port if ports else None
        free = next((port for port in ports if port not in taken), None)
        if free is None:
            raise Refused(
                f"All ports for live streams are in use ({ports[0]} to {ports[-1]}). End a stream, or widen "
                "TOUCHLINE_LIVE_PORTS."
            )
        return free


class StopStream:
    """Ends the stream of an event at once; the ingest process closes its playlists within a second."""

    def __init__(self, streams: LiveStreams, states: StreamStates) -> None:
        self._streams = streams
        self._states = states

    def __call__(self, event_id: EventId) -> LiveStream:
        """The stream, ending; `Refused` where nothing is open."""
        stream = self._streams.held(event_id)
        if stream is None or not stream.is_open:
            raise Refused("No stream of this event is open.")
        end(stream, self._states)
        self._streams.save(stream)
        return stream


def end(stream: LiveStream, states: StreamStates) -> None:
    """It is over. An event of which nothing was ever seen stays with what the clock says."""
    stream.end()
    if stream.has_begun:
        states.set_publishing(stream.event_id, False)
        states.set_ended(stream.event_id, True)


def _folder(stream: LiveStream) -> str:
    return f"{LIVE_ROOM}{stream.id}-{secrets.token_hex(8)}"
