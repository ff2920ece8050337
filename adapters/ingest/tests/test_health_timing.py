"""What timestamps and arrival times say about an encoder."""

from adapters.ingest.health.timing import PacketTiming

FRAME_MS, FRAME_BYTES = 40, 10_000


def receive(
    timing: PacketTiming,
    seconds: float,
    *,
    start: float = 0.0,
    clock_rate: float = 1.0,
    audio_rate: float = 1.0,
    delay: float = 0.0,
) -> float:
    """Receive 25 frames and 50 audio packets a second. `delay` is how late each arrives, in seconds.

    `clock_rate` and `audio_rate` are how fast the encoder's clock and its audio clock run. Return the end.
    """
    for index in range(int(seconds * 50)):
        at = start + index / 50
        if index % 50 == 0:
            timing.update_drift(at + delay)
        if index % 2 == 0:
            timing.add_video(
                round(at * 1000 * clock_rate), FRAME_BYTES, at + delay, is_keyframe=index % 100 == 0
            )
        timing.add_audio(round(at * 1000 * clock_rate * audio_rate), 0, at + delay)
    return start + seconds


def test_bitrate_and_frame_rate_are_those_of_the_last_seconds() -> None:
    timing = PacketTiming()
    end = receive(timing, 10)
    assert abs(timing.bitrate(end) - 2_000_000) < 50_000
    assert abs(timing.frame_rate(end) - 25) < 0.1
    assert timing.bitrate(end + 10) == 0
    assert timing.frame_rate(end + 10) == 0


def test_keyframe_interval_is_the_time_between_the_last_two_keyframes() -> None:
    timing = PacketTiming()
    receive(timing, 5)
    assert timing.keyframe_interval_ms == 2_000


def test_gaps_in_the_timestamps_are_dropped_frames() -> None:
    timing = PacketTiming()
    end = receive(timing, 4)
    assert timing.dropped_frames == 0
    for dts, is_dropped in ((0, False), (1, False), (4, True), (5, False), (10, True)):
        timing.add_video(4000 + dts * FRAME_MS, FRAME_BYTES, end + dts / 25, is_keyframe=False)
        assert is_dropped or timing.dropped_frames in (0, 2)
    assert timing.dropped_frames == 2 + 4


def test_a_restarted_clock_of_the_encoder_drops_no_frames() -> None:
    timing = PacketTiming()
    end = receive(timing, 4)
    timing.add_video(100_000, FRAME_BYTES, end, is_keyframe=True)
    timing.add_video(0, FRAME_BYTES, end + 0.04, is_keyframe=True)
    assert timing.dropped_frames == 0


def test_frames_that_arrive_more_than_a_second_late_are_counted() -> None:
    timing = PacketTiming()
    end = receive(timing, 10)
    end = receive(timing, 2, start=end, delay=0.9)
    assert timing.late_frames == 0
    receive(timing, 2, start=end, delay=1.5)
    assert timing.late_frames == 50


def test_a_slow_clock_of_the_encoder_is_a_clock_drift_and_makes_no_frame_late() -> None:
    timing = PacketTiming()
    receive(timing, 330, clock_rate=0.9995)
    assert abs(timing.clock_drift_ms - 150) <= 16
    assert timing.late_frames == 0


def test_audio_timestamps_that_run_away_from_the_video_are_an_av_drift() -> None:
    timing = PacketTiming()
    receive(timing, 20)
    assert timing.av_drift_ms == 0
    receive(timing, 110, start=20, audio_rate=0.998)
    assert -300 <= timing.av_drift_ms <= -200


def test_delays_of_the_network_are_no_drift() -> None:
    timing = PacketTiming()
    end = receive(timing, 60)
    for second in range(30):
        end = receive(timing, 1, start=end, delay=0.7 if second % 4 else 0)
    assert timing.clock_drift_ms == 0
    assert timing.av_drift_ms == 0
