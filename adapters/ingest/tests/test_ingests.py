"""What every ingest promises, over both adapters, with a real encoder that publishes by RTMP."""

from collections.abc import Callable
from pathlib import Path

import av
import psutil
import pytest

from adapters.ingest.tests.conftest import AAC, H264, KEY, PICTURE, SOUND, Publish
from adapters.ingest.tests.waiting import until
from touchline.catalog.ports.ingest import SMALL, SOURCE, Ingest, Line, Segment, Take, TakeState
from touchline.shared.errors import Unavailable

Listen = Callable[[Line], Take]


def has(take: Take, count: int) -> bool:
    return all(len(take.segments(name)) >= count for name in (SOURCE, SMALL))


def starts(segment: Segment) -> tuple[float, bool]:
    """When the first picture of a segment is shown, and whether it is a key frame."""
    with av.open(str(segment.path)) as container:
        packet = next(container.demux(container.streams.video[0]))
        assert packet.pts is not None
        return float(packet.pts * packet.time_base), packet.is_keyframe


def sounds(segment: Segment) -> float:
    """When the first sound of a segment is heard."""
    with av.open(str(segment.path)) as container:
        packet = next(container.demux(container.streams.audio[0]))
        assert packet.pts is not None
        return float(packet.pts * packet.time_base)


def test_a_take_waits_until_an_encoder_comes(listen: Listen, line: Line) -> None:
    take = listen(line)
    assert (take.state, take.fault, take.renditions()) == (TakeState.WAITING, "", ())


def test_what_an_encoder_sends_comes_as_whole_segments_in_two_renditions(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    publish()
    until(lambda: has(take, 3))
    source, small = take.renditions()
    assert (source.name, source.width, source.height) == (SOURCE, 320, 180)
    assert (small.name, small.width, small.height) == (SMALL, 320, 180)
    assert source.codecs.startswith("avc1.42") and source.codecs.endswith(",mp4a.40.2")
    assert 20_000 < source.bandwidth < 5_000_000
    assert take.state is TakeState.RECEIVING
    assert take.fault == ""
    for a, b in zip(take.segments(SOURCE)[:3], take.segments(SMALL)[:3], strict=True):
        assert 900 <= a.duration_ms <= 1100
        assert starts(a) == pytest.approx(starts(b), abs=0.001)
        assert starts(a)[1]


def test_large_pictures_have_a_small_rendition_for_slow_lines(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    publish("-f", "lavfi", "-i", "testsrc=s=1280x720:r=50", *SOUND, *H264, *AAC)
    until(lambda: has(take, 1))
    found = {one.name: one for one in take.renditions()}
    source, small = found[SOURCE], found[SMALL]
    assert (source.width, source.height) == (1280, 720)
    assert (small.width, small.height) == (640, 360)
    with av.open(str(take.segments(SMALL)[0].path)) as container:
        packets = [each for each in container.demux(container.streams.video[0]) if each.pts is not None]
    seconds = take.segments(SMALL)[0].duration_ms / 1000
    assert len(packets) == pytest.approx(seconds * 25, abs=2)


def test_pictures_that_refer_to_later_ones_stay_beside_the_small_ones(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    publish(*PICTURE, *SOUND, "-c:v", "libx264", "-bf", "3", "-g", "50", "-pix_fmt", "yuv420p", *AAC)
    until(lambda: has(take, 2))
    for a, b in zip(take.segments(SOURCE)[:2], take.segments(SMALL)[:2], strict=True):
        assert starts(a) == pytest.approx(starts(b), abs=0.001)


def test_a_take_begins_where_sound_and_pictures_do(listen: Listen, line: Line, publish: Publish) -> None:
    """A player would stand before the first picture for good. No picture is lost."""
    take = listen(line)
    publish(*SOUND, "-itsoffset", "1.4", *PICTURE, *H264, *AAC)
    until(lambda: has(take, 2))
    for name in (SOURCE, SMALL):
        first, second = take.segments(name)[:2]
        for segment in (first, second):
            assert sounds(segment) == pytest.approx(starts(segment)[0], abs=0.1)
        assert starts(first)[0] == pytest.approx(10, abs=0.001)
        assert starts(second)[0] - starts(first)[0] == pytest.approx(first.duration_ms / 1000, abs=0.05)
        with av.open(str(first.path)) as container:
            assert len(list(container.decode(video=0))) == pytest.approx(first.duration_ms / 40, abs=1)


def test_a_wrong_key_is_refused_and_the_right_one_still_gets_in(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    refused = publish(key=KEY[:-1])
    refused.wait()
    assert take.state is TakeState.WAITING
    assert take.segments(SOURCE) == ()
    publish()
    until(lambda: has(take, 1))
    assert take.fault == ""


def test_a_take_ends_when_the_encoder_leaves_and_keeps_what_came(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    encoder = publish()
    until(lambda: has(take, 2))
    encoder.terminate()
    until(lambda: take.state is TakeState.ENDED)
    assert has(take, 2)
    assert take.fault == ""
    assert all(each.path.stat().st_size for each in take.segments(SOURCE))


def test_an_encoder_comes_back_into_another_take(listen: Listen, line: Line, publish: Publish) -> None:
    first = listen(line)
    encoder = publish()
    until(lambda: has(first, 1))
    encoder.kill()
    until(lambda: first.state is TakeState.ENDED)
    second = listen(line)
    publish()
    until(lambda: has(second, 1))
    assert not set(first.segments(SOURCE)) & set(second.segments(SOURCE))


def test_a_stream_without_sound_has_silence(listen: Listen, line: Line, publish: Publish) -> None:
    take = listen(line)
    publish(*PICTURE, *H264)
    until(lambda: has(take, 2))
    assert take.fault == ""
    assert all(each.codecs.endswith(",mp4a.40.2") for each in take.renditions())
    for segment in take.segments(SOURCE)[:2]:
        assert sounds(segment) == pytest.approx(starts(segment)[0], abs=0.022)


def test_sound_without_a_picture_is_a_fault(listen: Listen, line: Line, publish: Publish) -> None:
    take = listen(line)
    publish(*SOUND, *AAC)
    until(lambda: take.state is TakeState.ENDED)
    assert take.fault == "The encoder sends no picture, only sound."


def test_a_codec_that_browsers_do_not_play_is_a_fault(listen: Listen, line: Line, publish: Publish) -> None:
    take = listen(line)
    publish(*PICTURE, *SOUND, "-c:v", "libx264", "-pix_fmt", "yuv422p", "-g", "25", *AAC)
    until(lambda: take.state is TakeState.ENDED)
    assert "High 4:2:2" in take.fault
    assert take.renditions() == () and take.segments(SOURCE) == ()


def test_key_frames_too_far_apart_are_a_fault_but_are_taken(
    listen: Listen, line: Line, publish: Publish
) -> None:
    take = listen(line)
    publish(*PICTURE, *SOUND, *H264, "-g", "100", "-sc_threshold", "0", *AAC)
    until(lambda: has(take, 1))
    assert "a key frame only every 4 s" in take.fault
    assert take.state is TakeState.RECEIVING


def test_nothing_is_left_when_a_take_is_closed(listen: Listen, line: Line, publish: Publish) -> None:
    before = set(psutil.Process().children(recursive=True))
    take = listen(line)
    encoder = psutil.Process(publish().pid)
    until(lambda: has(take, 1))
    take.close()
    assert take.state is TakeState.ENDED
    assert set(psutil.Process().children(recursive=True)) - before <= {encoder}
    listen(line)


def test_a_port_that_is_taken_is_told(ingest: Ingest, listen: Listen, line: Line, tmp_path: Path) -> None:
    if line.port is None:
        assert not ingest.ports
        return
    listen(line)
    with pytest.raises(Unavailable, match=f"port {line.port}"):
        ingest.listen(line, tmp_path)
