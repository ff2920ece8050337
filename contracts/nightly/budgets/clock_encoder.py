"""An encoder whose frames show the time, until stopped: `python -m contracts.nightly.budgets.clock_encoder
RTMP-ADDRESS`.

The counter of the demo's footage (`demo/footage/counter.py`) shows the wall clock in 25ths of a second, so
the age of each frame is visible. It sends as OBS does: H.264, a keyframe every two seconds.
"""

import itertools
import subprocess
import sys
import time

from imageio_ffmpeg import get_ffmpeg_exe

from touchline.demo.footage.canvas import HEIGHT, WIDTH, Canvas
from touchline.demo.footage.counter import BITS, draw
from touchline.demo.footage.encoder import FRAME_RATE

_ENCODER = (
    *("-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", str(2 * FRAME_RATE)),
    *("-b:v", "2500k", "-pix_fmt", "yuv420p", "-c:a", "aac"),
)


def main(url: str) -> None:
    """Publish until stopped."""
    size = f"{WIDTH}x{HEIGHT}"
    video_input = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", size, "-r", str(FRAME_RATE), "-i", "pipe:0"]
    audio_input = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo"]
    command = [get_ffmpeg_exe(), "-v", "error", *video_input, *audio_input, *_ENCODER, "-f", "flv", url]
    canvas = Canvas()
    canvas.uv[:] = 128
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:
        assert encoder.stdin is not None
        for number in itertools.count(int(time.time() * FRAME_RATE)):
            time.sleep(max(0.0, number / FRAME_RATE - time.time()))
            draw(canvas, number % (1 << BITS))
            encoder.stdin.write(canvas.buffer.data)


if __name__ == "__main__":
    main(sys.argv[1])
