"""Tests of packaging real files with the real ffmpeg."""

import re
from pathlib import Path

import av
import pytest
from PIL import Image

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.conftest import AAC, GOP_GRID, H264, MakePackage, MakeVideo, ffmpeg
from adapters.video.tests.package_reader import TICKS_PER_SECOND, read_durations, read_renditions, read_sizes
from touchline.catalog.ports.media.video_packager import VideoRefusedError


@pytest.fixture(scope="module")
def ordinary_video(make_video: MakeVideo) -> Path:
    return make_video("normal.mp4", *H264, "-g", "37", *AAC, seconds=6, audio=6)


def get_refusal(source: Path, folder: Path) -> str:
    with pytest.raises(VideoRefusedError) as error:
        FfmpegVideoPackager().package(source, (), folder, lambda _share: None)
    return str(error.value)


def assert_aligned(package: Path) -> None:
    """Assert that every segment starts with a keyframe, at the same PTS in each rendition, with equal PTS and
    DTS.
    """
    first, *others = read_renditions(package)
    assert others, "A second rendition is required."
    assert all(segment.starts_with_keyframe for rendition in (first, *others) for segment in rendition)
    assert all(
        segment.first_pts == segment.first_dts for rendition in (first, *others) for segment in rendition
    )
    for other in others:
        assert [segment.first_pts for segment in other] == [segment.first_pts for segment in first]
        assert [segment.frame_count for segment in other] == [segment.frame_count for segment in first]


def test_an_ordinary_video_becomes_two_aligned_renditions_of_4_second_segments(
    ordinary_video: Path, make_package: MakePackage
) -> None:
    output, package = make_package(ordinary_video)
    assert (output.duration_ms, output.width, output.height, output.frame_rate) == (6000, 160, 90, 25.0)
    assert (output.has_audio, output.has_captions, output.storyboard) == (True, False, True)
    assert read_sizes(package) == [(160, 90), (80, 44)]
    assert read_durations(package / "v0") == read_durations(package / "v1") == [4.0, 2.0]
    assert_aligned(package)
    assert [segment.keyframe_count for segment in read_renditions(package)[0]] == [2, 1]


def test_video_and_audio_start_at_the_same_time(ordinary_video: Path, make_package: MakePackage) -> None:
    for rendition in read_renditions(make_package(ordinary_video)[1]):
        assert (rendition[0].first_pts, rendition[0].first_audio_pts) == (TICKS_PER_SECOND, TICKS_PER_SECOND)


def test_the_master_names_codecs_sizes_and_measured_bit_rates(
    ordinary_video: Path, make_package: MakePackage
) -> None:
    master = (make_package(ordinary_video)[1] / "master.m3u8").read_text()
    assert "#EXT-X-INDEPENDENT-SEGMENTS" in master
    streams = re.findall(
        r"#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),RESOLUTION=(\S+?),", master
    )
    assert [size for _, _, size in streams] == ["160x90", "80x44"]
    assert all(int(peak) >= int(average) > 10_000 for peak, average, _ in streams)
    assert re.findall(r'CODECS="(avc1\.[0-9A-F]{6}),(mp4a\.40\.2)"', master)
    assert re.findall(r"^v\d/index\.m3u8$", master, re.MULTILINE) == ["v0/index.m3u8", "v1/index.m3u8"]


def test_the_package_contains_exactly_the_files_in_its_playlists(
    ordinary_video: Path, make_package: MakePackage
) -> None:
    package = make_package(ordinary_video)[1]
    named = {"master.m3u8", "poster.jpg", "storyboard.vtt", "v0/iframes.m3u8", "v1/iframes.m3u8"}
    for folder in ("v0", "v1", "audio"):
        names = (package / folder / "index.m3u8").read_text().splitlines()
        named |= {f"{folder}/index.m3u8"}
        named |= {f"{folder}/{name}" for name in names if name.endswith(".ts")}
    named |= set(
        re.findall(r"^(storyboard-\d+\.jpg)#", (package / "storyboard.vtt").read_text(), re.MULTILINE)
    )
    assert {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()} == named


def test_progress_goes_up_to_one(ordinary_video: Path, tmp_path: Path) -> None:
    reported: list[float] = []
    FfmpegVideoPackager().package(ordinary_video, (), tmp_path, reported.append)
    assert reported == sorted(reported)
    assert (reported[0], reported[-1]) == (0.0, 1.0)


def test_an_exception_in_the_progress_callback_stops_the_work(ordinary_video: Path, tmp_path: Path) -> None:
    def raise_error(_share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        FfmpegVideoPackager().package(ordinary_video, (), tmp_path, raise_error)


def test_a_video_without_audio_gets_a_silent_track_and_reports_it(
    make_video: MakeVideo, make_package: MakePackage
) -> None:
    output, package = make_package(make_video("silent.mp4", *H264))
    assert not output.has_audio
    variants = re.findall(r'#EXT-X-STREAM-INF:.*CODECS="(.*?)"', (package / "master.m3u8").read_text())
    assert len(variants) == 2, "Silence is not an audio-only rendition."
    assert all(re.fullmatch(r"avc1\.\w{6},mp4a\.40\.2", codecs) for codecs in variants)
    assert all(segment.first_audio_pts for rendition in read_renditions(package) for segment in rendition)
    assert_aligned(package)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("name", "audio", "grid"),
    [("early.mkv", 1.5, [4.0, 1.0]), ("late.mkv", 9, [4.0, 4.0, 1.0]), ("little.mkv", 5.1, [4.0, 1.0])],
)
def test_short_audio_is_padded_with_silence_and_short_video_freezes(
    make_video: MakeVideo, make_package: MakePackage, name: str, audio: float, grid: list[float]
) -> None:
    output, package = make_package(make_video(name, *H264, *AAC, seconds=5, audio=audio))
    assert output.duration_ms == sum(grid) * 1000
    assert read_durations(package / "v0") == read_durations(package / "v1") == grid
    assert all(segment.first_audio_pts for rendition in read_renditions(package) for segment in rendition)


def test_a_rotated_phone_video_becomes_upright(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    landscape_video, rotated_video = make_video("silent.mp4", *H264), tmp_path / "turned.mp4"
    ffmpeg("-display_rotation", "90", "-i", str(landscape_video), "-c", "copy", str(rotated_video))
    output, package = make_package(rotated_video)
    assert (output.width, output.height) == (90, 160)
    assert read_sizes(package) == [(90, 160), (44, 80)]
    assert_aligned(package)


@pytest.mark.nightly
def test_a_portrait_video_with_odd_sides_gets_even_sides(
    make_video: MakeVideo, make_package: MakePackage
) -> None:
    source = make_video(
        "portrait.mkv", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p", size="91x161"
    )
    assert read_sizes(make_package(source)[1]) == [(90, 160), (44, 80)]


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    ("rate", "made_rate", "grid"),
    [
        ("30000/1001", 29.97, [4.004, 0.968]),
        ("17.3", 17.3, [3.988, 1.040]),
        ("120", 60.0, [4.0, 1.0]),
        ("2", 10.0, [4.0, 1.0]),
    ],
)
def test_odd_frame_rates_stay_aligned_on_a_grid_of_about_4_seconds(
    make_video: MakeVideo, make_package: MakePackage, rate: str, made_rate: float, grid: list[float]
) -> None:
    output, package = make_package(make_video(f"rate-{rate.replace('/', '-')}.mp4", *H264, rate=rate))
    assert output.frame_rate == made_rate
    assert read_durations(package / "v0") == pytest.approx(grid, abs=0.06)
    assert_aligned(package)


@pytest.mark.nightly
def test_anamorphic_pixels_become_square(make_video: MakeVideo, make_package: MakePackage) -> None:
    output, _ = make_package(
        make_video("stretched.mp4", "-vf", "setsar=4/3", *H264, seconds=1, size="120x90")
    )
    assert (output.width, output.height) == (160, 90)


def test_ten_bit_high_dynamic_range_becomes_eight_bit(
    make_video: MakeVideo, make_package: MakePackage
) -> None:
    colors = ("-color_trc", "arib-std-b67", "-color_primaries", "bt2020", "-colorspace", "bt2020nc")
    codec = ("-c:v", "libx265", "-x265-params", "log-level=error", "-pix_fmt", "yuv420p10le")
    _, package = make_package(make_video("hdr.mp4", *codec, *colors, seconds=1))
    with av.open(str(package / "v0" / "00000.ts")) as container:
        assert container.streams.video[0].codec_context.pix_fmt == "yuv420p"


def test_frames_on_the_grid_are_copied_and_stay_aligned(
    make_video: MakeVideo, make_package: MakePackage
) -> None:
    source = make_video("grid.mp4", *GOP_GRID, *AAC, seconds=9, audio=9)
    output, package = make_package(source)
    assert output.duration_ms == 9000
    assert frame_checksums(package / "v0") == frame_checksums(source), (
        "The top rendition must not be encoded again."
    )
    assert read_durations(package / "v0") == read_durations(package / "v1") == [4.0, 4.0, 1.0]
    assert_aligned(package)
    assert all(
        rendition[0].first_pts == rendition[0].first_audio_pts == TICKS_PER_SECOND
        for rendition in read_renditions(package)
    )


def test_reordered_frames_are_encoded_again(make_video: MakeVideo, make_package: MakePackage) -> None:
    source = make_video(
        "reordered.mp4", *H264, "-bf", "2", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0"
    )
    _, package = make_package(source)
    assert frame_checksums(package / "v0") != frame_checksums(source)
    assert_aligned(package)


def frame_checksums(source: Path) -> list[int]:
    """Return the checksums of all decoded frames. They are equal only if no encoder changed the frames."""
    files = sorted(source.glob("*.ts")) if source.is_dir() else [source]
    result: list[int] = []
    for file in files:
        with av.open(str(file)) as container:
            result += [int(image.to_ndarray().sum()) for image in container.decode(video=0)]
    return result


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    assert get_refusal(tmp_path / "empty.mp4", tmp_path) == "The file is empty (0 bytes)."


def test_a_file_that_is_not_a_video_is_refused(make_video: MakeVideo, tmp_path: Path) -> None:
    (tmp_path / "noise.mp4").write_bytes(bytes(range(256)) * 40)
    without_header = tmp_path / "headless.mp4"
    without_header.write_bytes(make_video("silent.mp4", *H264).read_bytes()[:4000])
    for source in (tmp_path / "noise.mp4", without_header):
        assert get_refusal(source, tmp_path).startswith("The file is not a readable video")


def test_audio_alone_is_refused(tmp_path: Path) -> None:
    ffmpeg("-f", "lavfi", "-i", "sine=duration=1", *AAC, str(tmp_path / "sound.m4a"))
    assert get_refusal(tmp_path / "sound.m4a", tmp_path) == "The file is not a video: it has only audio."


def test_a_still_image_is_refused(tmp_path: Path) -> None:
    Image.new("RGB", (64, 64)).save(tmp_path / "still.gif")
    assert get_refusal(tmp_path / "still.gif", tmp_path) == "The file is an image, not a video."


def test_half_a_video_is_refused(make_video: MakeVideo, tmp_path: Path) -> None:
    complete = make_video("front.mp4", *H264, "-g", "25", "-movflags", "+faststart", seconds=6).read_bytes()
    (tmp_path / "half.mp4").write_bytes(complete[: len(complete) // 2])
    (tmp_path / "made").mkdir()
    message = get_refusal(tmp_path / "half.mp4", tmp_path / "made")
    assert re.fullmatch(
        r"The file is incomplete\. Its header says 0:00:06, but .* up to 0:00:0[2-4]\.", message
    )


def test_a_playlist_reads_no_other_file(make_video: MakeVideo, tmp_path: Path) -> None:
    """A playlist could otherwise turn any file on the server into a stream."""
    ffmpeg("-i", str(make_video("silent.mp4", *H264)), "-c", "copy", str(tmp_path / "other.ts"))
    playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nother.ts\n#EXT-X-ENDLIST\n"
    (tmp_path / "list.m3u8").write_text(playlist)
    (tmp_path / "script.ffconcat").write_text("ffconcat version 1.0\nfile other.ts\n")
    for name in ("list.m3u8", "script.ffconcat"):
        assert get_refusal(tmp_path / name, tmp_path).startswith("The file is not a readable video")


def test_a_single_frame_is_a_short_video(make_video: MakeVideo, make_package: MakePackage) -> None:
    output, package = make_package(make_video("blink.mp4", *H264, seconds=0.04))
    assert output.duration_ms == 40
    assert len(read_renditions(package)) == 2
