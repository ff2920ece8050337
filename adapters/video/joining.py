"""Putting recordings in a row without encoding them again."""

from collections.abc import Sequence
from pathlib import Path

from adapters.video import process
from adapters.video.probe import BROKEN
from touchline.catalog.ports.video import VideoRefused

_TIME_OUT = 6 * 3600.0


def join(parts: Sequence[Path], into: Path) -> None:
    """Each part begins where the one before it ended; MPEG-TS, in which sizes may differ between them."""
    names = (str(part.resolve()).replace("'", r"'\''") for part in parts)
    listed = into.with_suffix(".txt")
    listed.write_text("".join(f"file '{name}'\n" for name in names), encoding="utf-8")
    source = ["-f", "concat", "-safe", "0", "-protocol_whitelist", "file", "-i", str(listed)]
    copied = ["-map", "0:v:0", "-map", "0:a:0?", "-c", "copy", "-fflags", "+bitexact"]
    try:
        process.run(["-y", *source, *copied, "-f", "mpegts", str(into)], time_out=_TIME_OUT)
    except process.FfmpegFailed as failed:
        raise VideoRefused(BROKEN) from failed
    finally:
        listed.unlink(missing_ok=True)
