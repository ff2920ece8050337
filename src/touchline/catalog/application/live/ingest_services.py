"""What the supervisors of an ingest process need."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from touchline.catalog.application.live.camera_feed import CameraServices
from touchline.catalog.application.live.record_health import HealthRecording, NoHealthRecording
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.domain.media.on_air import FailoverRules
from touchline.catalog.ports.media.ingest import Ingest
from touchline.catalog.ports.media.live_captions import LiveCaptionSource
from touchline.catalog.ports.media.playback_log import NoPlaybackLog, PlaybackLog
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.media.storage import Storage
from touchline.shared.clock import Clock


@dataclass(frozen=True)
class EncoderServices:
    """What connects the encoders of a stream. `cameras` is None where no phone can be the camera.

    `rules` say when the other encoder goes on air.
    """

    ingest: Ingest
    stream_keys: StreamKeys
    renditions: RenditionSettings = field(default_factory=DefaultRenditions)
    rules: FailoverRules = field(default_factory=FailoverRules)
    cameras: CameraServices | None = None


@dataclass(frozen=True)
class IngestServices:
    """Dependencies of every supervisor.

    An encoder may be away for `reconnect_window` after the planned end of its event plus `margin`.
    `has_parts`: viewers get the parts of the segment in progress.
    """

    stream_service: LiveStreamService
    storage: Storage
    encoders: EncoderServices
    clock: Clock
    reconnect_window: timedelta
    margin: timedelta
    health: HealthRecording = field(default_factory=NoHealthRecording)
    captions: LiveCaptionSource = field(default_factory=NoLiveCaptions)
    has_parts: bool = True
    playback_log: PlaybackLog = field(default_factory=NoPlaybackLog)
