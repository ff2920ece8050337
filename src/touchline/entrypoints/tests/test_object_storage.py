"""A house whose media lie in an object store: recordings, live streams, and a store that goes away."""

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

from adapters.storage.s3_line import Bucket
from adapters.storage.tests.object_store import running_store
from touchline.catalog.application.add_media import VideoFile
from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.domain.media import Asset, AssetState, Owner
from touchline.catalog.ports.delivery import Scope, Ticket
from touchline.catalog.ports.storage import StorageAway
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.conftest import furnished
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.web import create_app
from touchline.front.packs.tests.packs import copy_of
from touchline.shared.ids import ChannelId, EventId, SessionId

CHANNEL = ChannelId(1)
GAME = Owner("event", 5)
ADA = SessionId(41)


class AllOpen:
    """Port `PlaybackRights`: nothing was taken from anybody."""

    def may_play(self, _ticket: Ticket, _path: str) -> bool:
        """Always."""
        return True


class Site:
    """A house, its app, and what a worker and an ingest process do."""

    def __init__(self, house: House) -> None:
        self.catalog: Any = house.container.catalog
        self.house = house
        self.app = create_app(house)
        house.wire()
        self.catalog.playback_rights.override(providers.Object(AllOpen()))

    @property
    def browser(self) -> FlaskClient:
        return self.app.test_client()

    def inside(self) -> Any:
        return self.house.container.database().transaction(CHANNEL)

    def address(self, path: str) -> str:
        return str(self.catalog.media.delivery().address(path, ADA, Scope.FOLDER).url)

    def add(self, film: Path) -> Asset:
        """As `touchline media add --here` does it."""
        with self.inside():
            number = self.catalog.media.add()(VideoFile(CHANNEL, film, (GAME,))).id
        with self.inside():
            found: Asset = self.catalog.media.assets().get(number)
            return found


@pytest.fixture
def bucket() -> Bucket:
    return running_store().fresh_bucket()


@pytest.fixture
def site(bucket: Bucket, tmp_path: Path) -> Iterator[Site]:
    with furnished(tmp_path / "var", f"sqlite:///{tmp_path / 'db'}", **in_store(bucket)) as house:
        yield Site(house)


def in_store(bucket: Bucket) -> dict[str, Any]:
    """The settings."""
    return {
        "storage": "s3",
        "s3_bucket": bucket.name,
        "s3_prefix": bucket.prefix,
        "s3_endpoint": bucket.endpoint,
        "s3_access_key": bucket.access_key,
        "s3_secret_key": bucket.secret_key,
    }


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("film") / "game.mp4"
    pictures = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=1", "-pix_fmt", "yuv420p"]
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *pictures, str(target)], check=True)
    return target


def test_a_recording_is_made_kept_and_handed_out_and_nothing_is_left_on_this_machine(
    site: Site, film: Path
) -> None:
    asset = site.add(film)
    assert asset.made is not None
    kept = list(site.catalog.storage().list(""))
    assert all(key.startswith(f"{asset.made.folder}/") for key in kept), "the source is forgotten"
    playlist = site.browser.get(site.address(f"{asset.made.folder}/master.m3u8"))
    assert (playlist.status_code, playlist.data[:7]) == (200, b"#EXTM3U")
    segment = site.address(f"{asset.made.folder}/v0/00000.ts")
    whole = site.browser.get(segment)
    part = site.browser.get(segment, headers={"Range": "bytes=188-375"})
    assert (whole.data[0], whole.mimetype, part.status_code) == (0x47, "video/mp2t", 206)
    assert part.data == whole.data[188:376]
    again = site.browser.get(segment, headers={"If-None-Match": whole.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert site.browser.head(segment).content_length == len(whole.data)
    assert site.browser.get(site.address(f"{asset.made.folder}/v0/99999.ts")).status_code == 404
    assert [path for path in site.house.settings.work_folder.rglob("*") if path.is_file()] == []


def test_a_live_stream_grows_and_another_process_goes_on_with_it(site: Site, tmp_path: Path) -> None:
    live = site.catalog.live
    site.house.container.front.apply_pack()(copy_of("whole", tmp_path))
    with site.inside():
        game = EventId(site.catalog.facade().ids_by_key("event")["coach-talk"])
        live.open()(game)

    def process() -> tuple[FakeIngest, KeepStreams]:
        ingest = FakeIngest(ports=range(19350, 19360))
        return ingest, KeepStreams(live.ledger(), replace(live.means(), ingest=ingest))

    def listed() -> list[str]:
        with site.inside():
            folder = live.streams().of_event(game).folder
        text = site.browser.get(site.address(f"{folder}/source.m3u8")).get_data(as_text=True)
        names = [line for line in text.splitlines() if line.endswith(".ts")]
        for name in names:
            assert site.browser.get(site.address(f"{folder}/{name}")).status_code == 200
        return names

    encoder, first = process()
    first.tick()
    encoder.takes[-1].receive(2000, 2000)
    first.tick()
    assert len(listed()) == 2
    encoder.takes[-1].receive(2000)
    first.tick()
    assert len(listed()) == 3
    first.leave()
    encoder, second = process()
    second.tick()
    encoder.takes[-1].receive(2000)
    second.tick()
    assert [name.rpartition("/")[2] for name in listed()] == [
        *("1-00000.ts", "1-00001.ts", "1-00002.ts"),
        "2-00000.ts",
    ]


def test_while_the_store_is_away_that_is_said_the_rest_answers_and_no_film_is_given_up(
    bucket: Bucket, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botocore.endpoint.time.sleep", lambda _seconds: None)
    away = in_store(replace(bucket, endpoint="http://127.0.0.1:9"))
    with furnished(tmp_path / "var", f"sqlite:///{tmp_path / 'db'}", **away) as house:
        site = Site(house)
        segment = site.browser.get(site.address("assets/1-00/v0/00000.ts"))
        assert (segment.status_code, segment.headers["Cache-Control"]) == (503, "no-store")
        assert segment.json is not None
        assert segment.json["message"].startswith("The video storage does not answer. Please try again")
        ready = site.browser.get("/readyz")
        assert ready.json is not None
        told = ready.json["checks"]
        assert (ready.status_code, told["storage"], told["database"]) == (503, "unavailable", "ok")
        assert site.browser.get("/healthz").status_code == 200


def test_a_film_whose_store_goes_away_waits_to_be_tried_again(
    site: Site, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = site.catalog.storage()

    def away(*_: object) -> None:
        raise StorageAway("away")

    monkeypatch.setattr(storage, "publish", away)
    assert site.add(film).state is not AssetState.FAILED
