"""Real files through the real ffmpeg."""

import re
from pathlib import Path

import av
import pytest
from PIL import Image

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.tests.conftest import AAC, GRID, H264, Film, Pack, ffmpeg
from adapters.video.tests.reading import CLOCK, lengths, renditions, sizes
from touchline.catalog.ports.video import VideoRefused


@pytest.fixture(scope="module")
def normal(film: Film) -> Path:
    return film("normal.mp4", *H264, "-g", "37", *AAC, seconds=6, sound=6)


def refusal(source: Path, folder: Path) -> str:
    with pytest.raises(VideoRefused) as refused:
        FfmpegVideo().package(source, (), folder, lambda _share: None)
    return str(refused.value)


def assert_aligned(package: Path) -> None:
    """Every segment starts with a key frame, at the same instant in each rendition, decoded when shown."""
    first, *others = renditions(package)
    assert others, "there is only one rendition"
    assert all(piece.begins_with_key for rendition in (first, *others) for piece in rendition)
    assert all(piece.first == piece.first_decoded for rendition in (first, *others) for piece in rendition)
    for other in others:
        assert [piece.first for piece in other] == [piece.first for piece in first]
        assert [piece.pictures for piece in other] == [piece.pictures for piece in first]


def test_an_ordinary_film_becomes_two_aligned_renditions_of_4_second_segments(
    normal: Path, pack: Pack
) -> None:
    made, package = pack(normal)
    assert (made.duration_ms, made.width, made.height, made.frame_rate) == (6000, 160, 90, 25.0)
    assert (made.has_audio, made.has_captions, made.storyboard) == (True, False, True)
    assert sizes(package) == [(160, 90), (80, 44)]
    assert lengths(package / "v0") == lengths(package / "v1") == [4.0, 2.0]
    assert_aligned(package)
    assert [piece.keys for piece in renditions(package)[0]] == [2, 1]


def test_picture_and_sound_start_at_the_same_instant(normal: Path, pack: Pack) -> None:
    for rendition in renditions(pack(normal)[1]):
        assert (rendition[0].first, rendition[0].first_sound) == (CLOCK, CLOCK)


def test_the_master_names_codecs_sizes_and_measured_bit_rates(normal: Path, pack: Pack) -> None:
    master = (pack(normal)[1] / "master.m3u8").read_text()
    assert "#EXT-X-INDEPENDENT-SEGMENTS" in master
    streams = re.findall(
        r"#EXT-X-STREAM-INF:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),RESOLUTION=(\S+?),", master
    )
    assert [size for _, _, size in streams] == ["160x90", "80x44"]
    assert all(int(peak) >= int(average) > 10_000 for peak, average, _ in streams)
    assert re.findall(r'CODECS="(avc1\.[0-9A-F]{6}),(mp4a\.40\.2)"', master)
    assert re.findall(r"^v\d/index\.m3u8$", master, re.MULTILINE) == ["v0/index.m3u8", "v1/index.m3u8"]


def test_every_file_that_a_playlist_names_is_there_and_nothing_else(normal: Path, pack: Pack) -> None:
    package = pack(normal)[1]
    named = {"master.m3u8", "poster.jpg", "storyboard.vtt", "v0/iframes.m3u8", "v1/iframes.m3u8"}
    for folder in ("v0", "v1", "audio"):
        names = (package / folder / "index.m3u8").read_text().splitlines()
        named |= {f"{folder}/index.m3u8"}
        named |= {f"{folder}/{name}" for name in names if name.endswith(".ts")}
    named |= set(
        re.findall(r"^(storyboard-\d+\.jpg)#", (package / "storyboard.vtt").read_text(), re.MULTILINE)
    )
    assert {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()} == named


def test_progress_goes_up_to_one(normal: Path, tmp_path: Path) -> None:
    told: list[float] = []
    FfmpegVideo().package(normal, (), tmp_path, told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


def test_an_error_of_the_listener_stops_the_work(normal: Path, tmp_path: Path) -> None:
    def stop(_share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        FfmpegVideo().package(normal, (), tmp_path, stop)


def test_a_film_without_sound_gets_a_silent_track_and_says_that_it_has_none(film: Film, pack: Pack) -> None:
    made, package = pack(film("silent.mp4", *H264))
    assert not made.has_audio
    variants = re.findall(r'#EXT-X-STREAM-INF:.*CODECS="(.*?)"', (package / "master.m3u8").read_text())
    assert len(variants) == 2, "silence alone is no rendition"
    assert all(re.fullmatch(r"avc1\.\w{6},mp4a\.40\.2", codecs) for codecs in variants)
    assert all(piece.first_sound for rendition in renditions(package) for piece in rendition)
    assert_aligned(package)


@pytest.mark.parametrize(
    ("name", "sound", "grid"),
    [("early.mkv", 1.5, [4.0, 1.0]), ("late.mkv", 9, [4.0, 4.0, 1.0]), ("little.mkv", 5.1, [4.0, 1.0])],
)
def test_sound_that_ends_early_is_followed_by_silence_and_the_last_picture_is_held_for_sound_that_goes_on(
    film: Film, pack: Pack, name: str, sound: float, grid: list[float]
) -> None:
    made, package = pack(film(name, *H264, *AAC, seconds=5, sound=sound))
    assert made.duration_ms == sum(grid) * 1000
    assert lengths(package / "v0") == lengths(package / "v1") == grid
    assert all(piece.first_sound for rendition in renditions(package) for piece in rendition)


def test_a_turned_phone_film_is_made_upright(film: Film, pack: Pack, tmp_path: Path) -> None:
    lying, turned = film("silent.mp4", *H264), tmp_path / "turned.mp4"
    ffmpeg("-display_rotation", "90", "-i", str(lying), "-c", "copy", str(turned))
    made, package = pack(turned)
    assert (made.width, made.height) == (90, 160)
    assert sizes(package) == [(90, 160), (44, 80)]
    assert_aligned(package)


def test_a_portrait_film_with_odd_sides_gets_even_ones(film: Film, pack: Pack) -> None:
    source = film(
        "portrait.mkv", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p", size="91x161"
    )
    assert sizes(pack(source)[1]) == [(90, 160), (44, 80)]


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
    film: Film, pack: Pack, rate: str, made_rate: float, grid: list[float]
) -> None:
    made, package = pack(film(f"rate-{rate.replace('/', '-')}.mp4", *H264, rate=rate))
    assert made.frame_rate == made_rate
    assert lengths(package / "v0") == pytest.approx(grid, abs=0.06)
    assert_aligned(package)


def test_stretched_pixels_become_square(film: Film, pack: Pack) -> None:
    made, _package = pack(film("stretched.mp4", "-vf", "setsar=4/3", *H264, seconds=1, size="120x90"))
    assert (made.width, made.height) == (160, 90)


def test_ten_bit_high_dynamic_range_becomes_eight_bit(film: Film, pack: Pack) -> None:
    colours = ("-color_trc", "arib-std-b67", "-color_primaries", "bt2020", "-colorspace", "bt2020nc")
    codec = ("-c:v", "libx265", "-x265-params", "log-level=error", "-pix_fmt", "yuv420p10le")
    _made, package = pack(film("hdr.mp4", *codec, *colours, seconds=1))
    with av.open(str(package / "v0" / "00000.ts")) as container:
        assert container.streams.video[0].codec_context.pix_fmt == "yuv420p"


def test_pictures_on_the_grid_are_copied_and_stay_aligned_with_the_encoded(film: Film, pack: Pack) -> None:
    source = film("grid.mp4", *GRID, *AAC, seconds=9, sound=9)
    made, package = pack(source)
    assert made.duration_ms == 9000
    assert coded_pictures(package / "v0") == coded_pictures(source), "the top rendition was encoded anew"
    assert lengths(package / "v0") == lengths(package / "v1") == [4.0, 4.0, 1.0]
    assert_aligned(package)
    assert all(rendition[0].first == rendition[0].first_sound == CLOCK for rendition in renditions(package))


def test_pictures_out_of_order_are_encoded_anew(film: Film, pack: Pack) -> None:
    source = film("reordered.mp4", *H264, "-bf", "2", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0")
    _made, package = pack(source)
    assert coded_pictures(package / "v0") != coded_pictures(source)
    assert_aligned(package)


def coded_pictures(source: Path) -> list[int]:
    """The sums of all decoded pictures: the same only where no encoder touched them."""
    files = sorted(source.glob("*.ts")) if source.is_dir() else [source]
    found: list[int] = []
    for file in files:
        with av.open(str(file)) as container:
            found += [int(picture.to_ndarray().sum()) for picture in container.decode(video=0)]
    return found


def test_a_file_of_no_bytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    assert refusal(tmp_path / "empty.mp4", tmp_path) == "The file is empty (0 bytes)."


def test_a_file_that_is_no_video_is_refused(film: Film, tmp_path: Path) -> None:
    (tmp_path / "noise.mp4").write_bytes(bytes(range(256)) * 40)
    headless = tmp_path / "headless.mp4"
    headless.write_bytes(film("silent.mp4", *H264).read_bytes()[:4000])
    for source in (tmp_path / "noise.mp4", headless):
        assert refusal(source, tmp_path).startswith("The file cannot be read as a video")


def test_sound_alone_is_refused(tmp_path: Path) -> None:
    ffmpeg("-f", "lavfi", "-i", "sine=duration=1", *AAC, str(tmp_path / "sound.m4a"))
    assert refusal(tmp_path / "sound.m4a", tmp_path) == "The file is not a video: only sound was found."


def test_a_still_picture_is_refused(tmp_path: Path) -> None:
    Image.new("RGB", (64, 64)).save(tmp_path / "still.gif")
    assert refusal(tmp_path / "still.gif", tmp_path) == "The file is a picture, not a video."


def test_half_a_film_is_not_shown_as_a_whole_one(film: Film, tmp_path: Path) -> None:
    whole = film("front.mp4", *H264, "-g", "25", "-movflags", "+faststart", seconds=6).read_bytes()
    (tmp_path / "half.mp4").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "made").mkdir()
    said = refusal(tmp_path / "half.mp4", tmp_path / "made")
    assert re.fullmatch(r"The file is incomplete: it says it lasts 0:00:06, but .* up to 0:00:0[2-4]\.", said)


def test_a_playlist_reads_no_other_file(film: Film, tmp_path: Path) -> None:
    """Whoever hands in a list could otherwise have any file of the server made into a stream."""
    ffmpeg("-i", str(film("silent.mp4", *H264)), "-c", "copy", str(tmp_path / "other.ts"))
    playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nother.ts\n#EXT-X-ENDLIST\n"
    (tmp_path / "list.m3u8").write_text(playlist)
    (tmp_path / "script.ffconcat").write_text("ffconcat version 1.0\nfile other.ts\n")
    for name in ("list.m3u8", "script.ffconcat"):
        assert refusal(tmp_path / name, tmp_path).startswith("The file cannot be read as a video")


def test_one_single_picture_is_a_short_film(film: Film, pack: Pack) -> None:
    made, package = pack(film("blink.mp4", *H264, seconds=0.04))
    assert made.duration_ms == 40
    assert len(renditions(package)) == 2
