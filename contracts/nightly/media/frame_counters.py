"""`python -m contracts.nightly.media.frame_counters PLAYLIST`: the frame counters of a live stream's source.

Prints the numbers that the demo footage carries in each frame (`demo/footage/counter.py`) as JSON, in order.
A frame whose counter cannot be read is null.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av

from touchline.demo.footage.counter import UnreadableCounterError, read


def read_counters(playlist: Path) -> Iterator[int | None]:
    """Yield the counter of each frame of a source playlist on this machine."""
    names = [line for line in playlist.read_text().splitlines() if line.endswith(".ts")]
    sessions: dict[str, list[Path]] = {}
    for name in names:
        session = name.rpartition("/")[2].partition("-")[0]
        sessions.setdefault(session, []).append(playlist.parent / name)
    with tempfile.NamedTemporaryFile(suffix=".ts") as joined:
        for paths in sessions.values():
            Path(joined.name).write_bytes(b"".join(path.read_bytes() for path in paths))
            yield from _decode(Path(joined.name))


def _decode(file: Path) -> Iterator[int | None]:
    with av.open(str(file)) as container:
        for frame in container.decode(video=0):
            try:
                pixels: Any = frame.to_ndarray(format="rgb24")
                yield read(pixels)
            except UnreadableCounterError:
                yield None


if __name__ == "__main__":
    sys.stdout.write(json.dumps(list(read_counters(Path(sys.argv[1])))) + "\n")
