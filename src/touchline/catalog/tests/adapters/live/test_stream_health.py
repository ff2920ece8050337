"""The health of a stream in the studio: values, faults, history and picture, of the own channel only."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, TokenScope
from touchline.catalog.tests.health_encoder import GOOD, HealthEncoder
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

STREAM = "/studio/events/on-now/stream"


def get_container(application: Application) -> Any:
    return application.container


def test_values_of_this_second_are_shown_with_a_history_of_every_ten_seconds(
    operator: Visitor, encoder: HealthEncoder
) -> None:
    encoder.send(36)
    encoder.send(1, replace(GOOD, bitrate=2_500_000))
    report = operator.data(f"{STREAM}/health")
    assert (report["state"], report["is_test"], report["faults"]) == ("live", False, [])
    (primary,) = report["slots"]
    assert primary["values"]["bitrate"] == 2_500_000
    assert (primary["values"]["width"], primary["values"]["audio_level_db"]) == (1280, -22.0)
    assert primary["history"]["bitrate"] == [3_000_000] * 3
    assert len(primary["history"]["at"]) == 3
    without_history = operator.data(f"{STREAM}/health", has_history=False)
    assert without_history["slots"][0]["history"] is None


def test_a_fault_has_a_sentence_and_what_to_change(operator: Visitor, encoder: HealthEncoder) -> None:
    encoder.send(20)
    encoder.send(1, replace(GOOD, black_seconds=12))
    (fault,) = operator.data(f"{STREAM}/health")["slots"][0]["faults"]
    assert (fault["code"], fault["severity"], fault["values"]) == ("black", "error", {"seconds": 12})
    assert fault["message"] == "The picture has been black for 12 s."
    assert "OBS" in fault["remedy"]


def test_the_picture_is_for_operators_and_is_never_kept(
    operator: Visitor, encoder: HealthEncoder, application: Application
) -> None:
    assert operator.get(f"{STREAM}/preview").status_code == 404
    encoder.send(2, preview=b"\xff\xd8picture")
    response = operator.get(f"{STREAM}/preview")
    assert (response.data, response.content_type) == (b"\xff\xd8picture", "image/jpeg")
    assert response.headers["Cache-Control"] == "private, no-store"
    encoder.finish()
    assert operator.get(f"{STREAM}/preview").status_code == 404


def test_no_media_link_opens_the_picture(
    encoder: HealthEncoder, application: Application, visitor: Visitor
) -> None:
    encoder.send(2, preview=b"\xff\xd8picture")
    container: Any = application.container
    path = f"stream-health/{encoder.stream.folder.removeprefix('live/')}/primary.jpg"
    assert container.catalog.storage().stat(path).size
    signed = container.catalog.delivery().sign(path, PUBLIC_SESSION, TokenScope.FOLDER)
    assert visitor.browser.get(signed.url).status_code == 403


def test_viewers_and_other_channels_see_nothing(visitor: Visitor, encoder: HealthEncoder) -> None:
    encoder.send(2, preview=b"\xff\xd8picture")
    assert visitor.register().get(f"{STREAM}/health").status_code == 403
    assert visitor.get(f"{STREAM}/preview").status_code == 403


def test_old_samples_are_deleted(
    operator: Visitor, encoder: HealthEncoder, application: Application, clock: FixedClock
) -> None:
    encoder.send(41)
    clock.advance(timedelta(hours=24, seconds=-15))
    encoder.send(1)
    catalog: Any = application.container.catalog
    catalog.delete_old_health()()
    with get_container(application).database().transaction(encoder.stream.channel_id):
        since = clock.now() - timedelta(days=2)
        kept = catalog.health_samples().list_since(encoder.stream.event_id, since, is_test=False)
    assert len(kept) == 3
