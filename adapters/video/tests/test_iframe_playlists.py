"""I-frame playlists name exactly the key pictures, and players can play them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import av
import pytest

from adapters.video.iframe_playlists import key_pictures
from adapters.video.tests.conftest import AAC, GRID, H264, Film, Pack


@pytest.fixture(scope="module", params=["encoded", "copied", "silent"])
def package(request: pytest.FixtureRequest, film: Film, pack: Pack) -> Path:
    """The package of a film of 7 s."""
    if request.param == "silent":
        return pack(film("quiet.mkv", *H264, seconds=7, rate="30000/1001"))[1]
    codecs = GRID if request.param == "copied" else H264
    return pack(film(f"{request.param}.mp4", *codecs, *AAC, seconds=7, sound=7))[1]


def entries(playlist: Path) -> tuple[bytes, list[tuple[float, bytes]]]:
    """The bytes that EXT-X-MAP names, and for each key picture its length in seconds and its bytes."""
    text, folder = playlist.read_text(), playlist.parent
    name, size = re.search(r'#EXT-X-MAP:URI="(\S+)",BYTERANGE="(\d+)@0"', text).groups()  # type: ignore[union-attr]
    tables = (folder / name).read_bytes()[: int(size)]
    found = re.findall(r"#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)\n", text)
    return tables, [
        (float(length), (folder / file).read_bytes()[int(at) : int(at) + int(size)])
        for length, size, at, file in found
    ]


def decoded(data: bytes) -> list[Any]:
    container: Any
    with av.open(io.BytesIO(data), format="mpegts") as container:
        return list(container.decode(video=0))


def key_flags(folder: Path) -> list[bool]:
    """Of every picture of a rendition, whether it is a key picture."""
    flags: list[bool] = []
    for segment in sorted(folder.glob("*.ts")):
        with av.open(str(segment)) as container:
            flags += [bool(picture.key_frame) for picture in container.decode(video=0)]
    return flags


@pytest.mark.parametrize("folder", ["v0", "v1"])
def test_each_range_holds_one_key_picture_of_its_instant(package: Path, folder: str) -> None:
    tables, found = entries(package / folder / "iframes.m3u8")
    keys = sum(key_flags(package / folder))
    assert len(found) == keys >= 2
    at = 0.0
    for length, data in found:
        pictures = decoded(tables + data)
        assert len(pictures) == 1
        assert pictures[0].key_frame
        assert pictures[0].time == pytest.approx(1 + at, abs=0.002)
        at += length
    assert at == pytest.approx(7, abs=0.04)


def test_the_master_names_one_for_each_size_with_its_own_bit_rate(package: Path) -> None:
    master = (package / "master.m3u8").read_text()
    lines = re.findall(
        r"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),"
        r'RESOLUTION=(\S+?),CODECS="(avc1\.\w{6})",URI="(\S+)"',
        master,
    )
    assert [(size, uri) for _, _, size, _, uri in lines] == [
        ("160x90", "v0/iframes.m3u8"),
        ("80x44", "v1/iframes.m3u8"),
    ]
    for peak, average, *_, uri in lines:
        _, found = entries(package / uri)
        rates = [len(data) * 8 / length for length, data in found]
        assert int(peak) >= max(rates) - 1
        assert (
            int(peak) >= int(average) == pytest.approx(sum(len(data) for _, data in found) * 8 / 7, rel=0.01)
        )


def test_libav_plays_the_playlist(package: Path) -> None:
    container: Any
    options = {"allowed_extensions": "ALL", "protocol_whitelist": "file"}
    with av.open(str(package / "v1" / "iframes.m3u8"), options=options) as container:
        pictures = list(container.decode(video=0))
    assert len(pictures) == 4
    assert all(picture.key_frame for picture in pictures)


def test_sound_and_torn_files_have_no_key_picture(package: Path, tmp_path: Path) -> None:
    whole = (package / "v0" / "00000.ts").read_bytes()
    (tmp_path / "torn.ts").write_bytes(whole[: 188 * 2 + 50])
    (tmp_path / "empty.ts").touch()
    assert key_pictures(tmp_path / "torn.ts") == key_pictures(tmp_path / "empty.ts") == []
