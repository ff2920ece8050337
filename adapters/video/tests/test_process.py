"""Running ffmpeg: time-outs, errors, and an end with its parent."""

import os
import signal
import subprocess
import sys
import threading

import psutil
import pytest

from adapters.video import process
from touchline.catalog.ports.video import VideoRefused

ENDLESS = ("-re", "-f", "lavfi", "-i", "testsrc=s=32x32:r=5", "-f", "null", "-")


def test_a_program_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(VideoRefused, match="took too long"):
        process.run(ENDLESS, time_out=0.3)


def test_a_program_without_a_sign_of_life_is_given_up() -> None:
    with pytest.raises(VideoRefused, match="took too long"):
        process.run(ENDLESS, time_out=60, stall=0.05)


def test_an_error_is_told_with_what_the_program_wrote() -> None:
    with pytest.raises(process.FfmpegFailed, match="No such file"):
        process.run(("-i", "/nowhere.mp4", "-f", "null", "-"), time_out=10)


def test_a_killed_program_is_not_the_files_fault() -> None:
    def kill(_seconds: float) -> None:
        (child,) = (child for child in psutil.Process().children() if "ffmpeg" in child.name())
        child.kill()

    with pytest.raises(process.FfmpegKilled):
        process.run(ENDLESS, time_out=60, on_seconds=kill)


@pytest.mark.skipif(sys.platform != "linux", reason="until another system than Linux has PR_SET_PDEATHSIG")
def test_ffmpeg_does_not_outlive_a_killed_worker() -> None:
    code = f"from adapters.video import process; process.run({ENDLESS!r}, time_out=60, on_seconds=print)"
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
