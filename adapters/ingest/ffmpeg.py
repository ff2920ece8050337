"""`TOUCHLINE_INGEST=ffmpeg`: the ffmpeg of package imageio-ffmpeg speaks RTMP, one port an event.

It is started for an encoder that has come, behind the event's gate, on a port of this machine alone: an event
that waits costs nothing, and the stream key is in no list of processes.
"""

import itertools
import shutil
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from adapters.ingest.command import arguments
from adapters.ingest.gate import Gate
from adapters.ingest.program import Program
from adapters.ingest.take import RecordedTake, Recording, why_it_ended
from touchline.catalog.ports.ingest import LIVE_DEFAULT, Line, TakeState
from touchline.shared.errors import Unavailable

_LOCAL = "127.0.0.1"
_START_SECONDS = 10.0
_LOOK_SECONDS = 0.02
_LAST_WORDS_SECONDS = 10.0


class FfmpegIngest:
    """Listens with an ffmpeg for each encoder (port `Ingest`)."""

    def __init__(self, ports: range, listens_on: str, called: str) -> None:
        """`listens_on` is the address to listen on, `called` the name that encoders know."""
        self._listens_on, self._called = listens_on, called
        self.ports: Sequence[int] = ports

    def server(self, line: Line) -> str:
        """The event's own port."""
        return f"rtmp://{self._called}:{line.port}/live"

    def listen(self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT) -> "ListeningTake":
        """Open the event's gate."""
        try:
            return ListeningTake(self._listens_on, line, folder)
        except OSError as wrong:
            raise Unavailable(f"Nobody can listen on port {line.port}: {wrong.strerror}.") from None


class ListeningTake(RecordedTake):
    """An encoder that may come to a port of its own."""

    def __init__(self, host: str, line: Line, folder: Path) -> None:
        super().__init__()
        assert line.port is not None
        self._folder = folder
        self._numbers = itertools.count()
        self._gate = Gate(host, line.port, line.name, self._make_receiver)

    @property
    def state(self) -> TakeState:
        """As the gate sees it."""
        self._look()
        if self._gate.over:
            return TakeState.ENDED
        return TakeState.RECEIVING if self._recording else TakeState.WAITING

    @property
    def fault(self) -> str:
        """Of the stream, of its end, or of somebody who was refused."""
        self._look()
        if self._unusable or self._recording is None:
            return self._unusable or self._gate.refusal
        return self._recording.fault

    def close(self) -> None:
        """Shut the gate, which ends the program behind it."""
        self._gate.close()

    def _look(self) -> None:
        over, receiver = self._gate.over, self._gate.admitted
        if receiver is None or self._unusable:
            return
        if self._recording is None:
            self._recording = Recording(receiver.folder)
        self._read()
        if self._unusable:
            self._gate.close()
        elif over and not self._recording.is_whole:
            self._unusable = why_it_ended(receiver.program.complaints())

    def _make_receiver(self) -> "FfmpegReceiver":
        return FfmpegReceiver(self._folder / f"{next(self._numbers)}")


class FfmpegReceiver:
    """An ffmpeg that listens on a free port of this machine, and the folder that it writes."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.folder, self._port = folder, _free_port()
        source = ["-listen", "1", "-timeout", "20", "-i", f"rtmp://{_LOCAL}:{self._port}/live/take"]
        self.program = Program(arguments(source, folder), folder / "complaints.txt")

    def connect(self) -> socket.socket:
        """As soon as it listens."""
        pause, end = threading.Event(), time.monotonic() + _START_SECONDS
        while not self.program.ended and time.monotonic() < end:
            with suppress(ConnectionRefusedError):
                return socket.create_connection((_LOCAL, self._port))
            pause.wait(_LOOK_SECONDS)
        raise ConnectionRefusedError

    def finish(self) -> None:
        """It ends by itself when nothing comes any more."""
        self.program.finish(_LAST_WORDS_SECONDS)

    def discard(self) -> None:
        """Nothing of what was refused stays."""
        self.program.kill()
        shutil.rmtree(self.folder)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOCAL, 0))
        return int(probe.getsockname()[1])
