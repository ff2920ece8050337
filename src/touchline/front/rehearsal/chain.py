"""The steps of a rehearsal, from the event to the recording."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from touchline.billing.facade import TEST_CARD
from touchline.catalog.facade import RehearsalStream
from touchline.front.rehearsal import step_messages as messages
from touchline.front.rehearsal.progress import Progress
from touchline.front.rehearsal.rehearsal import StepFailedError, StepMessage, StepName
from touchline.front.rehearsal.rehearsal_site import PurchasePlan, RehearsalSite
from touchline.front.rehearsal.site_client import SiteClient
from touchline.front.rehearsal.viewing import RECORDING, Viewing
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId

INGEST_SECONDS, CONNECT_SECONDS, ON_AIR_SECONDS, CLOSE_SECONDS = 15, 15, 30, 30
RECORDING_SECONDS = 120
NOT_FOUND = 404
FINISHED = "finished"


class Encoder(Protocol):
    """The synthetic encoder. `sent_ms` is the length of the video that it has sent."""

    @property
    def is_connected(self) -> bool:
        """Whether the server has accepted the stream key."""

    @property
    def sent_ms(self) -> int:
        """Milliseconds of video that were sent."""

    @property
    def error(self) -> str:
        """Why the encoder ended, or empty."""

    @property
    def is_running(self) -> bool:
        """Whether the encoder has not ended."""

    def stop(self) -> None:
        """Stop sending."""


class Chain:
    """The steps of one rehearsal. Each returns what it found, or raises `StepFailedError`."""

    def __init__(
        self,
        site: RehearsalSite,
        progress: Progress,
        visitor: SiteClient,
        start_encoder: Callable[[str], Encoder],
        clock: Clock,
    ) -> None:
        self._site, self._progress, self._visitor = site, progress, visitor
        self._start_encoder, self._clock = start_encoder, clock
        self._channel_id, self._rehearsal = progress.channel_id, progress.rehearsal
        self._plan = PurchasePlan(refusal=messages.NOT_REQUESTED)
        self._event_id = EventId(0)
        self._viewer, self._url = visitor, ""
        self._encoder: Encoder | None = None
        self._connected_at: datetime | None = None
        self._viewing = Viewing(progress, visitor, self._event_id, clock)

    def create_event(self) -> StepMessage:
        """Create the event, which a visitor must not be able to open."""
        if self._rehearsal.with_purchase:
            self._plan = self._site.plan_purchase(self._channel_id)
        self._event_id, api_key = self._site.create_event(self._channel_id, self._rehearsal.key, self._plan)
        self._rehearsal.event_id = self._event_id
        self._viewer = self._visitor.log_in(api_key)
        self._viewing = Viewing(self._progress, self._viewer, self._event_id, self._clock)
        if self._visitor.start_session().get_status(self._path) != NOT_FOUND:
            raise StepFailedError(messages.EVENT_IS_VISIBLE)
        self._viewing.get_event()
        return messages.EVENT_CREATED

    def open_stream(self) -> StepMessage:
        """Open the stream, and wait for the ingest process."""
        self._url = self._site.open_stream(self._channel_id, self._event_id)
        if not self._progress.wait_until(lambda: self._get_stream().is_supervised, INGEST_SECONDS):
            raise StepFailedError(messages.NO_INGEST)
        return messages.STREAM_OPENED

    def connect(self) -> StepMessage:
        """Start the encoder, and wait until the server has accepted its key."""
        encoder = self._encoder = self._start_encoder(self._url)
        self._progress.wait_until(lambda: encoder.is_connected or not encoder.is_running, CONNECT_SECONDS)
        if not encoder.is_connected:
            raise StepFailedError(messages.ENCODER_FAILED.with_params(error=encoder.error or "no answer"))
        self._connected_at = self._clock.now()
        return messages.ENCODER_CONNECTED

    def go_on_air(self) -> StepMessage:
        """Wait for the first segment."""
        is_on_air = self._progress.wait_until(
            lambda: self._get_stream().started_at is not None or not self._is_sending(), ON_AIR_SECONDS
        )
        stream = self._get_stream()
        if not is_on_air or stream.started_at is None:
            raise StepFailedError(messages.NOT_ON_AIR.with_params(fault=stream.fault))
        assert self._connected_at is not None
        seconds = round((self._clock.now() - self._connected_at).total_seconds(), 1)
        return messages.ON_AIR.with_params(seconds=seconds)

    def run_purchase(self) -> None:
        """Rehearse the purchase. Afterwards the viewer has access, whatever the result."""
        if self._plan.refusal is not None:
            self._progress.skip(StepName.PURCHASE, self._plan.refusal)
        elif not self._progress.run_step(StepName.PURCHASE, self._purchase) and self._plan.is_possible:
            self._site.make_free(self._channel_id, self._event_id)

    def play(self) -> StepMessage:
        """Play the stream until the encoder has sent enough."""
        return self._viewing.play_live(
            lambda: self._sent_seconds >= self._rehearsal.seconds or not self._is_sending()
        )

    def stop(self) -> StepMessage:
        """Stop the encoder and the stream, and wait until the playlists are closed."""
        self.stop_encoder()
        self._site.stop_stream(self._channel_id, self._event_id)

        def is_closed() -> bool:
            return self._get_stream().state == FINISHED and self._viewing.is_live_closed()

        if not self._progress.wait_until(is_closed, CLOSE_SECONDS):
            raise StepFailedError(messages.STREAM_NOT_ENDED)
        return messages.STREAM_ENDED.with_params(seconds=round(self._sent_seconds, 1))

    def play_recording(self) -> StepMessage:
        """Wait for the recording, and play it."""

        def find_recording() -> str:
            if failure := self._get_stream().failure:
                raise StepFailedError(messages.RECORDING_FAILED.with_params(error=failure))
            return self._viewing.find_media_url(RECORDING)

        url = self._progress.wait_until(find_recording, RECORDING_SECONDS)
        if not url:
            is_slow = self._get_stream().has_recording_job
            slow = messages.RECORDING_SLOW.with_params(seconds=RECORDING_SECONDS)
            raise StepFailedError(slow if is_slow else messages.NO_WORKER)
        return self._viewing.play_recording(url, self._sent_seconds)

    def stop_encoder(self) -> None:
        """Stop the encoder, if it has been started."""
        if self._encoder is not None:
            self._encoder.stop()

    def _purchase(self) -> StepMessage:
        if self._plan.failure is not None:
            raise StepFailedError(self._plan.failure)
        event = self._viewing.get_event()
        if event["has_access"]:
            raise StepFailedError(messages.FREE_BEFORE_PURCHASE)
        body = {
            "type": "event",
            "id": self._event_id,
            "single_event_package_id": event["single_event_package_id"],
            "payment_method": TEST_CARD,
        }
        headers = {"Idempotency-Key": self._rehearsal.key}
        order = self._viewer.request("POST", "/api/stripe/buy", body, headers)
        if order["status"] != "paid":
            raise StepFailedError(messages.ORDER_NOT_PAID.with_params(status=order["status"]))
        if not self._viewing.get_event()["has_access"]:
            raise StepFailedError(messages.NO_ACCESS)
        return messages.PURCHASED.with_params(total=order["total"], currency=order["currency"])

    @property
    def _path(self) -> str:
        return f"/api/events/{self._event_id}"

    @property
    def _sent_seconds(self) -> float:
        return self._encoder.sent_ms / 1000 if self._encoder else 0.0

    def _is_sending(self) -> bool:
        return self._encoder is not None and self._encoder.is_running

    def _get_stream(self) -> RehearsalStream:
        return self._site.get_stream(self._channel_id, self._event_id)
