"""Resumable uploads over HTTP (tus 1.0), with the real job and the real ffmpeg."""

from __future__ import annotations

import base64
import hashlib
import threading
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from io import RawIOBase
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.adapters.jobs import delete_expired_uploads, finish_upload
from touchline.catalog.adapters.upload_files import LocalUploadFiles
from touchline.catalog.domain.media.uploads import UploadBusyError
from touchline.catalog.ports.media.uploads import UploadPart
from touchline.catalog.tests.adapters.media.test_media_cli import video_file as video_file
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId

VOD = 3
PART = "application/offset+octet-stream"


def add_operator(application: Application, channel: ChannelDetails, email: str, role: Role) -> None:
    """Make an account an operator, as the command does."""
    container: Any = application.container
    with container.database().transaction(channel.id):
        container.channel.operator_admin().add(email, role, unverified=True)


def get_file(tus: TusClient, path: str) -> Path:
    """Return the path of the stored file of an upload."""
    assert Application.current
    files: Any = Application.current.container.catalog.upload_files()
    file: Path = files.get_path((tus.visitor.channel.id, int(path.rpartition("/")[2])))
    return file


class TusClient:
    """A client of the protocol, as one operator."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    def send(self, method: str, path: str, data: bytes = b"", **headers: object) -> TestResponse:
        names = {name.replace("_", "-"): str(value) for name, value in headers.items()}
        authorization = {"Authorization": f"Bearer {self.visitor.api_key}", "Tus-Resumable": "1.0.0"}
        return self.visitor.browser.open(path, method=method, data=data, headers={**authorization, **names})

    def create(self, size: int, file_name: str = "game.mp4", **metadata: str) -> TestResponse:
        values = {"filename": file_name, **(metadata or {"event": "over"})}
        pairs = (f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in values.items())
        return self.send("POST", "/api/studio/uploads", Upload_Length=size, Upload_Metadata=",".join(pairs))

    def patch(self, path: str, offset: int, data: bytes, **headers: object) -> TestResponse:
        return self.send("PATCH", path, data, Upload_Offset=offset, Content_Type=PART, **headers)

    def offset(self, path: str) -> int:
        response = self.send("HEAD", path)
        assert response.status_code == 200
        return int(response.headers["Upload-Offset"])

    def videos(self) -> dict[str, Any]:
        body: dict[str, Any] = self.visitor.data("/studio/events/over/videos")
        return body


@pytest.fixture
def tus(visitor: Visitor, application: Application, season: ChannelDetails) -> TusClient:
    """Return a client of a producer."""
    producer = visitor.register(email="producer@example.org", phone="")
    add_operator(application, season, "producer@example.org", Role.PRODUCER)
    return TusClient(producer)


def test_an_interrupted_upload_continues_and_becomes_a_video(
    tus: TusClient, video_file: Path, ids: Callable[[str, str], int]
) -> None:
    data = video_file.read_bytes()
    created = tus.create(len(data))
    path = created.headers["Location"]
    assert (created.status_code, path.startswith("/api/studio/uploads/")) == (201, True)
    assert created.headers["Upload-Expires"] == "Sat, 28 Nov 2026 18:00:00 GMT"
    first = tus.patch(path, 0, data[:700])
    assert (first.status_code, first.headers["Upload-Offset"]) == (204, "700")
    assert (tus.offset(path), tus.videos()["uploads"][0]["offset"]) == (700, 700)
    assert tus.patch(path, 700, data[700:]).headers["Upload-Offset"] == str(len(data))
    (video,) = tus.videos()["videos"]
    assert (video["name"], video["state"], video["width"]) == ("game", "ready", 64)
    assert VOD in [row["type"] for row in tus.visitor.data(f"/events/{ids('event', 'over')}")["media"]]
    assert (tus.offset(path), tus.videos()["uploads"]) == (len(data), [])
    assert get_file(tus, path).exists() is False


def test_the_protocol_is_announced_and_its_version_required(tus: TusClient) -> None:
    options = tus.send("OPTIONS", "/api/studio/uploads")
    assert options.headers["Tus-Version"] == "1.0.0"
    assert options.headers["Tus-Extension"] == "creation,termination,expiration,checksum"
    assert options.headers["Tus-Max-Size"] == "20000000000"
    refused = tus.send("HEAD", "/api/studio/uploads/1", Tus_Resumable="0.2.2")
    assert (refused.status_code, refused.headers["Tus-Version"]) == (412, "1.0.0")


def test_a_part_at_another_offset_or_beyond_the_end_is_refused(tus: TusClient) -> None:
    path = tus.create(1000).headers["Location"]
    tus.patch(path, 0, b"x" * 10)
    assert tus.patch(path, 0, b"x" * 10).status_code == 409
    assert tus.patch(path, 10, b"x" * 991).status_code == 413
    assert tus.send("PATCH", path, b"x", Upload_Offset=10).status_code == 415
    assert tus.patch(path, "ten", b"x").status_code == 400  # type: ignore[arg-type]
    assert tus.offset(path) == 10


def test_a_damaged_part_is_discarded(tus: TusClient) -> None:
    path = tus.create(1000).headers["Location"]
    digest = base64.b64encode(hashlib.sha1(b"sound", usedforsecurity=False).digest()).decode()
    damaged = tus.patch(path, 0, b"noise", Upload_Checksum=f"sha1 {digest}")
    assert (damaged.status_code, tus.offset(path)) == (460, 0)
    assert tus.patch(path, 0, b"sound", Upload_Checksum=f"sha1 {digest}").status_code == 204


def test_bytes_that_were_never_acknowledged_are_discarded(
    tus: TusClient,
) -> None:
    path = tus.create(1000).headers["Location"]
    tus.patch(path, 0, b"abc")
    file = get_file(tus, path)
    file.write_bytes(b"abc and what a crash left")
    assert tus.offset(path) == 3
    tus.patch(path, 3, b"def")
    assert file.read_bytes() == b"abcdef"
    file.write_bytes(b"ab")
    assert tus.offset(path) == 2


@pytest.mark.parametrize(
    ("size", "file_name", "status"),
    [(10, "scores.pdf", 400), (0, "game.mp4", 400), (20_000_000_001, "game.mp4", 413)],
)
def test_a_file_that_cannot_become_a_video_is_refused_first(
    tus: TusClient, size: int, file_name: str, status: int
) -> None:
    assert tus.create(size, file_name).status_code == status


def test_a_file_without_space_is_refused_first(tus: TusClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LocalUploadFiles, "has_space_for", lambda _self, _size: False)
    refused: Any = tus.create(1000).json
    assert refused["code"] == "errors.upload_no_space"


def test_an_upload_needs_an_event_or_library_item_of_the_channel(tus: TusClient) -> None:
    assert tus.create(1000, note="none").status_code == 400
    assert tus.create(1000, event="nobody").status_code == 404
    assert tus.create(1000, library_item="power-play").status_code == 201


def test_the_videos_of_a_library_item_are_listed_and_withdrawn(tus: TusClient, video_file: Path) -> None:
    data = video_file.read_bytes()
    path = tus.create(len(data), library_item="power-play").headers["Location"]
    tus.patch(path, 0, data)
    address = "/studio/library-items/power-play"
    (video,) = tus.visitor.data(f"{address}/videos")["videos"]
    assert (video["name"], video["state"]) == ("game", "ready")
    change = tus.visitor.post(f"{address}/recording", action="withdraw", confirm=True)
    assert (change.status_code, tus.videos()["recording_state"]) == (200, "")
    assert tus.visitor.data(f"{address}/videos")["recording_state"] == "withdrawn"
    assert tus.visitor.get("/studio/library-items/over/videos").status_code == 404


def test_only_operators_who_may_edit_media_can_upload(
    tus: TusClient,
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    season: ChannelDetails,
) -> None:
    path = tus.create(1000).headers["Location"]
    analyst = visit(season).register(email="analyst@example.org", phone="")
    add_operator(application, season, "analyst@example.org", Role.ANALYST)
    for method in ("HEAD", "PATCH", "DELETE"):
        assert TusClient(analyst).send(method, path).status_code == 403
    assert TusClient(analyst).create(1000).status_code == 403


def test_uploads_of_another_channel_are_not_found(
    tus: TusClient,
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    other_channel: ChannelDetails,
) -> None:
    path = tus.create(1000).headers["Location"]
    other = visit(other_channel).register(email="other@example.org", phone="")
    add_operator(application, other_channel, "other@example.org", Role.OWNER)
    assert TusClient(other).send("HEAD", path).status_code == 404
    assert TusClient(other).patch(path, 0, b"x").status_code == 404
    assert TusClient(other).send("DELETE", path).status_code == 404
    assert TusClient(other).send("POST", f"{path}/retry").status_code == 404


def test_one_request_at_a_time_writes(
    tus: TusClient, application: Application, season: ChannelDetails
) -> None:
    path = tus.create(1000).headers["Location"]
    container: Any = application.container
    with container.catalog.upload_files().lock((season.id, int(path.rpartition("/")[2]))):
        assert tus.patch(path, 0, b"abc").status_code == 423
    assert tus.patch(path, 0, b"abc").status_code == 204


def test_a_canceled_upload_and_an_expired_one_leave_no_file(tus: TusClient, clock: FixedClock) -> None:
    canceled, expired = (tus.create(1000).headers["Location"] for _ in range(2))
    for path in (canceled, expired):
        tus.patch(path, 0, b"abc")
    assert tus.send("DELETE", canceled).status_code == 204
    clock.advance(timedelta(days=7))
    assert tus.send("HEAD", expired).status_code == 404
    assert (get_file(tus, canceled).exists(), get_file(tus, expired).exists()) == (False, True)
    delete_expired_uploads()
    assert get_file(tus, expired).exists() is False


def test_a_file_that_is_no_video_says_why_and_can_be_tried_again(tus: TusClient) -> None:
    path = tus.create(1000).headers["Location"]
    tus.patch(path, 0, b"x" * 1000)
    (video,) = tus.videos()["videos"]
    assert (video["state"], path.endswith(f"/{video['upload_id']}")) == ("failed", True)
    assert video["failure_message"]
    retried = tus.send("POST", f"{path}/retry")
    assert retried.status_code == 200
    (video,) = tus.videos()["videos"]
    assert video["state"] == "failed"


def test_the_job_adds_the_file_once(
    tus: TusClient, season: ChannelDetails, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tus.create(1000).headers["Location"]
    tus.patch(path, 0, b"x" * 1000)
    before = tus.videos()
    container: Any = application.container
    monkeypatch.setattr(container.catalog.add_media(), "store_source", None)
    finish_upload(season.id, int(path.rpartition("/")[2]))
    assert tus.patch(path, 1000, b"").status_code == 204
    assert tus.videos() == before


class EndlessZeros(RawIOBase):
    """A stream of zeros of a fixed size, which is never in memory."""

    def __init__(self, size: int) -> None:
        self.remaining = size

    def read(self, size: int = -1) -> bytes:
        length = min(size, self.remaining)
        self.remaining -= length
        return bytes(length)


def test_the_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    files, key, size = LocalUploadFiles(tmp_path), (ChannelId(1), 1), 64 << 20
    tracemalloc.start()
    with files.lock(key) as file:
        assert file.append(UploadPart(0, EndlessZeros(size).read), size) == size
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 << 20


def test_the_lock_ends_with_its_holder(tmp_path: Path) -> None:
    files, key = LocalUploadFiles(tmp_path), (ChannelId(1), 1)
    refused: list[bool] = []

    def try_lock() -> None:
        try:
            with files.lock(key):
                refused.append(False)
        except UploadBusyError:
            refused.append(True)

    for is_held in (True, False):
        with files.lock((key[0], 1 if is_held else 2)):
            thread = threading.Thread(target=try_lock)
            thread.start()
            thread.join()
    assert refused == [True, False]
