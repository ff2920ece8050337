"""Tests of running ffmpeg: timeouts, errors, and termination together with the parent process."""

import os
import signal
import subprocess
import sys
import threading

import psutil
import pytest

from adapters.video import ffmpeg_process
from touchline.catalog.ports.media.video_packager import VideoRefusedError

ENDLESS = ("-re", "-f", "lavfi", "-i", "testsrc=s=32x32:r=5", "-f", "null", "-")


def test_a_process_that_exceeds_the_timeout_is_killed() -> None:
    with pytest.raises(VideoRefusedError, match="took too long"):
        ffmpeg_process.run_ffmpeg(ENDLESS, timeout=0.3)


def test_a_stalled_process_is_killed() -> None:
    with pytest.raises(VideoRefusedError, match="took too long"):
        ffmpeg_process.run_ffmpeg(ENDLESS, timeout=60, stall_timeout=0.05)


def test_an_error_contains_the_process_output() -> None:
    with pytest.raises(ffmpeg_process.FfmpegFailedError, match="No such file"):
        ffmpeg_process.run_ffmpeg(("-i", "/nowhere.mp4", "-f", "null", "-"), timeout=10)


def test_a_killed_process_does_not_blame_the_file() -> None:
    def kill_child(_seconds: float) -> None:
        (child,) = (child for child in psutil.Process().children() if "ffmpeg" in child.name())
        child.kill()

    with pytest.raises(ffmpeg_process.FfmpegKilledError):
        ffmpeg_process.run_ffmpeg(ENDLESS, timeout=60, on_seconds=kill_child)


@pytest.mark.skipif(sys.platform != "linux", reason="until it runs on Linux, which has PR_SET_PDEATHSIG")
def test_ffmpeg_does_not_outlive_a_killed_worker() -> None:
    code = (
        f"from adapters.video import ffmpeg_process as ffmpeg; ffmpeg.run_ffmpeg({ENDLESS!r}, timeout=60, "
        "on_seconds=print)"
    )
    worker = subprocess.Popen([sys.executable, "-uc", code], stdout=subprocess.PIPE)
    assert worker.stdout is not None
    deadline = threading.Timer(20, worker.kill)
    deadline.start()
    worker.stdout.readline()
    (ffmpeg,) = psutil.Process(worker.pid).children()
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    deadline.cancel()
    worker.stdout.close()
    ffmpeg.wait(timeout=20)
    assert not ffmpeg.is_running()
