"""An application with media in an object store: recordings, live streams, and an unavailable store."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
from dependency_injector import providers
from flask.testing import FlaskClient

from adapters.storage.s3_connection import Bucket
from adapters.storage.tests.object_store import start_object_store
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.application.media.add_media import VideoUpload
from touchline.catalog.domain.media.assets import Asset, AssetState, MediaOwner
from touchline.catalog.ports.media.delivery import MediaTokenClaims, TokenScope
from touchline.catalog.ports.media.storage import StorageUnavailableError
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.conftest import create_test_application
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.web import create_app
from touchline.front.packs.tests.pack_fixtures import copy_pack
from touchline.shared.ids import ChannelId, EventId, SessionId

CHANNEL = ChannelId(1)
EVENT = MediaOwner("event", 5)
VIEWER_SESSION = SessionId(41)


class AllowAllPlaybackRights:
    """Port `PlaybackRights`: all sessions may play."""

    def can_play(self, _ticket: MediaTokenClaims, _path: str) -> bool:
        """Return True."""
        return True

    def find_viewers(self, _ticket: MediaTokenClaims, _path: str) -> tuple[()]:
        """Return no viewers."""
        return ()


class ObjectStorageSite:
    """An application, its app, and the work of a worker and an ingest process."""

    def __init__(self, application: Application) -> None:
        self.catalog: Any = application.container.catalog
        self.application = application
        self.app = create_app(application)
        application.wire()
        self.catalog.playback_rights.override(providers.Object(AllowAllPlaybackRights()))

    @property
    def browser(self) -> FlaskClient:
        return self.app.test_client()

    def transaction(self) -> Any:
        return self.application.container.database().transaction(CHANNEL)

    def get_url(self, path: str) -> str:
        return str(self.catalog.delivery().sign(path, VIEWER_SESSION, TokenScope.FOLDER).url)

    def add_recording(self, video_path: Path) -> Asset:
        """Add a recording, as `touchline recordings add --inline` does."""
        with self.transaction():
            number = self.catalog.add_media()(VideoUpload(CHANNEL, video_path, (EVENT,))).id
        with self.transaction():
            found: Asset = self.catalog.assets().get(number)
            return found


@pytest.fixture
def bucket() -> Bucket:
    return start_object_store().create_bucket()


@pytest.fixture
def object_storage_site(bucket: Bucket, tmp_path: Path) -> Iterator[ObjectStorageSite]:
    with create_test_application(
        tmp_path / "var", f"sqlite:///{tmp_path / 'db'}", **bucket_settings(bucket)
    ) as application:
        yield ObjectStorageSite(application)


def bucket_settings(bucket: Bucket) -> dict[str, Any]:
    """Return the settings for a bucket."""
    return {
        "storage": "s3",
        "s3_bucket": bucket.name,
        "s3_prefix": bucket.prefix,
        "s3_endpoint": bucket.endpoint,
        "s3_access_key": bucket.access_key,
        "s3_secret_key": bucket.secret_key,
    }


@pytest.fixture(scope="module")
def video_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("film") / "game.mp4"
    images = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=1", "-pix_fmt", "yuv420p"]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *images, str(target)], check=True)
    return target


def test_a_recording_is_packaged_stored_and_served_without_local_files(
    object_storage_site: ObjectStorageSite, video_path: Path
) -> None:
    asset = object_storage_site.add_recording(video_path)
    assert asset.package is not None
    stored = list(object_storage_site.catalog.storage().list(""))
    assert all(key.startswith(f"{asset.package.folder}/") for key in stored), "the source was deleted"
    playlist = object_storage_site.browser.get(
        object_storage_site.get_url(f"{asset.package.folder}/master.m3u8")
    )
    assert (playlist.status_code, playlist.data[:7]) == (200, b"#EXTM3U")
    segment = object_storage_site.get_url(f"{asset.package.folder}/v0/00000.ts")
    whole = object_storage_site.browser.get(segment)
    part = object_storage_site.browser.get(segment, headers={"Range": "bytes=188-375"})
    assert (whole.data[0], whole.mimetype, part.status_code) == (0x47, "video/mp2t", 206)
    assert part.data == whole.data[188:376]
    again = object_storage_site.browser.get(segment, headers={"If-None-Match": whole.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert object_storage_site.browser.head(segment).content_length == len(whole.data)
    assert (
        object_storage_site.browser.get(
            object_storage_site.get_url(f"{asset.package.folder}/v0/99999.ts")
        ).status_code
        == 404
    )
    assert [
        path for path in object_storage_site.application.settings.work_folder.rglob("*") if path.is_file()
    ] == []


@pytest.mark.nightly
def test_another_process_continues_a_live_stream(
    object_storage_site: ObjectStorageSite, tmp_path: Path
) -> None:
    live = object_storage_site.catalog
    object_storage_site.application.container.front.apply_pack()(copy_pack("whole", tmp_path))
    with object_storage_site.transaction():
        event = EventId(object_storage_site.catalog.facade().list_ids_by_key("event")["coach-talk"])
        live.open_stream()(event)

    def process() -> tuple[FakeIngest, SuperviseStreams]:
        ingest = FakeIngest(ports=range(19350, 19360))
        services = live.ingest_services()
        encoders = replace(services.encoders, ingest=ingest)
        return ingest, SuperviseStreams(live.stream_store(), replace(services, encoders=encoders))

    def list_files() -> list[str]:
        with object_storage_site.transaction():
            folder = live.streams().get_by_event(event).folder
        text = object_storage_site.browser.get(object_storage_site.get_url(f"{folder}/source.m3u8")).get_data(
            as_text=True
        )
        names = [line for line in text.splitlines() if line.endswith(".ts")]
        for name in names:
            assert (
                object_storage_site.browser.get(object_storage_site.get_url(f"{folder}/{name}")).status_code
                == 200
            )
        return names

    encoder, first = process()
    first.tick()
    encoder.sessions[-1].receive(2000, 2000)
    first.tick()
    assert len(list_files()) == 2
    encoder.sessions[-1].receive(2000)
    first.tick()
    assert len(list_files()) == 3
    first.release_all()
    encoder, second = process()
    second.tick()
    encoder.sessions[-1].receive(2000)
    second.tick()
    assert [name.rpartition("/")[2] for name in list_files()] == [
        *("1-00000.ts", "1-00001.ts", "1-00002.ts"),
        "3-00000.ts",
    ]


@pytest.mark.nightly
def test_an_unavailable_store_is_reported_by_media_and_readiness(
    bucket: Bucket, video_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    unavailable = bucket_settings(replace(bucket, endpoint="http://127.0.0.1:9"))
    with create_test_application(
        tmp_path / "var", f"sqlite:///{tmp_path / 'db'}", **unavailable
    ) as application:
        object_storage_site = ObjectStorageSite(application)
        segment = object_storage_site.browser.get(object_storage_site.get_url("assets/1-00/v0/00000.ts"))
        assert (segment.status_code, segment.headers["Cache-Control"]) == (503, "no-store")
        assert segment.json is not None
        assert segment.json["message"].startswith("The video service is not responding. Please try again")
        ready = object_storage_site.browser.get("/readyz")
        assert ready.json is not None
        reported = ready.json["checks"]
        assert (ready.status_code, reported["storage"], reported["database"]) == (503, "unavailable", "ok")
        assert object_storage_site.browser.get("/healthz").status_code == 200


def test_a_video_waits_for_retry_when_its_store_is_unavailable(
    object_storage_site: ObjectStorageSite, video_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = object_storage_site.catalog.storage()

    def raise_unavailable(*_: object) -> None:
        raise StorageUnavailableError

    monkeypatch.setattr(storage, "publish", raise_unavailable)
    assert object_storage_site.add_recording(video_path).state is not AssetState.FAILED
