"""Tests that I-frame playlists list exactly the keyframes, and that players can play them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import av
import pytest

from adapters.video.playlists.iframe_playlists import find_keyframes
from adapters.video.tests.conftest import AAC, GOP_GRID, H264, MakePackage, MakeVideo


@pytest.fixture(scope="module", params=["encoded", "copied", "silent"])
def package(request: pytest.FixtureRequest, make_video: MakeVideo, make_package: MakePackage) -> Path:
    """Return the package of a video of 7 s."""
    if request.param == "silent":
        return make_package(make_video("quiet.mkv", *H264, seconds=7, rate="30000/1001"))[1]
    codecs = GOP_GRID if request.param == "copied" else H264
    return make_package(make_video(f"{request.param}.mp4", *codecs, *AAC, seconds=7, audio=7))[1]


def read_entries(playlist: Path) -> tuple[bytes, list[tuple[float, bytes]]]:
    """Return the bytes that EXT-X-MAP names, and the duration in seconds and the bytes of each keyframe."""
    text, folder = playlist.read_text(), playlist.parent
    name, size = re.search(r'#EXT-X-MAP:URI="(\S+)",BYTERANGE="(\d+)@0"', text).groups()  # type: ignore[union-attr]
    tables = (folder / name).read_bytes()[: int(size)]
    result = re.findall(r"#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)\n", text)
    return tables, [
        (float(length), (folder / file).read_bytes()[int(start) : int(start) + int(size)])
        for length, size, start, file in result
    ]


def decode_frames(data: bytes) -> list[Any]:
    container: Any
    with av.open(io.BytesIO(data), format="mpegts") as container:
        return list(container.decode(video=0))


def read_keyframe_flags(folder: Path) -> list[bool]:
    """Return for each frame of a rendition whether it is a keyframe."""
    keyframe_flags: list[bool] = []
    for segment in sorted(folder.glob("*.ts")):
        with av.open(str(segment)) as container:
            keyframe_flags += [bool(frame.key_frame) for frame in container.decode(video=0)]
    return keyframe_flags


@pytest.mark.parametrize("folder", ["v0", "v1"])
def test_each_byte_range_contains_one_keyframe_of_its_time(package: Path, folder: str) -> None:
    tables, result = read_entries(package / folder / "iframes.m3u8")
    keyframes = sum(read_keyframe_flags(package / folder))
    assert len(result) == keyframes >= 2
    start = 0.0
    for length, data in result:
        frames = decode_frames(tables + data)
        assert len(frames) == 1
        assert frames[0].key_frame
        assert frames[0].time == pytest.approx(1 + start, abs=0.002)
        start += length
    assert start == pytest.approx(7, abs=0.04)


def test_the_master_playlist_lists_one_for_each_size_with_its_bitrate(package: Path) -> None:
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
        _, result = read_entries(package / uri)
        rates = [len(data) * 8 / length for length, data in result]
        assert int(peak) >= max(rates) - 1
        assert (
            int(peak) >= int(average) == pytest.approx(sum(len(data) for _, data in result) * 8 / 7, rel=0.01)
        )


def test_libav_plays_the_playlist(package: Path) -> None:
    container: Any
    options = {"allowed_extensions": "ALL", "protocol_whitelist": "file"}
    with av.open(str(package / "v1" / "iframes.m3u8"), options=options) as container:
        frames = list(container.decode(video=0))
    assert len(frames) == 4
    assert all(frame.key_frame for frame in frames)


def test_audio_and_truncated_files_have_no_keyframe(package: Path, tmp_path: Path) -> None:
    complete = (package / "v0" / "00000.ts").read_bytes()
    (tmp_path / "torn.ts").write_bytes(complete[: 188 * 2 + 50])
    (tmp_path / "empty.ts").touch()
    assert find_keyframes(tmp_path / "torn.ts") == find_keyframes(tmp_path / "empty.ts") == []
