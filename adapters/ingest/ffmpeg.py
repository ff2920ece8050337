"""`TOUCHLINE_INGEST=ffmpeg`: one port an event, and a receiver for the encoder that comes to it.

The receiver is started for an encoder that has come and has been let through the event's gate: an event that
waits costs nothing, and the stream key is in no list of processes.
"""

import itertools
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from adapters.ingest.door import Door, KeptDoors
from adapters.ingest.gate import Gate
from adapters.ingest.program import Program
from adapters.ingest.record import RECORD
from adapters.ingest.take import LEFT, RecordedTake, Recording
from touchline.catalog.ports.ingest import LIVE_DEFAULT, Line, TakeState
from touchline.shared.errors import Unavailable

_LAST_WORDS_SECONDS = 20.0
"""A receiver that writes nothing for so long after its encoder has left is ended."""


class FfmpegIngest:
    """Listens on a port for each event (port `Ingest`)."""

    def __init__(self, ports: range, listens_on: str, called: str) -> None:
        """`listens_on` is the address to listen on, `called` the name that encoders know."""
        self._listens_on, self._called = listens_on, called
        self.ports: Sequence[int] = ports
        self._doors = KeptDoors()

    def server(self, line: Line) -> str:
        """The event's own port."""
        return f"rtmp://{self._called}:{line.port}/live"

    def listen(
        self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT, *, exactly: bool = False
    ) -> "ListeningTake":
        """Open the event's gate."""
        port = line.port
        assert port is not None
        try:
            door = self._doors.take(self._listens_on, port)
        except OSError as wrong:
            raise Unavailable(f"Nobody can listen on port {port}: {wrong.strerror}.") from None
        return ListeningTake(
            door, line, folder, renditions, lambda door: self._doors.keep(port, door), exactly=exactly
        )


class ListeningTake(RecordedTake):
    """An encoder that may come to a port of its own."""

    def __init__(
        self,
        door: Door,
        line: Line,
        folder: Path,
        renditions: Sequence[str],
        keep: Callable[[Door], None],
        *,
        exactly: bool,
    ) -> None:
        """`keep` gets the door when this take ends."""
        super().__init__()
        self._folder, self._renditions, self._exactly = folder, renditions, exactly
        self._numbers = itertools.count()
        self._gate = Gate(door, line.name, self._make_receiver, keep)

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
        return self._recording.fault or self._gate.second

    def close(self) -> None:
        """Shut the gate, which ends the program behind it."""
        self._gate.close()

    def _look(self) -> None:
        over, receiver = self._gate.over, self._gate.admitted
        if receiver is None or self._unusable:
            return
        if self._recording is None:
            self._recording = Recording(receiver.folder)
        self._read(receiver.program)
        if self._unusable:
            self._gate.close()
        elif over and not self._recording.is_whole:
            self._unusable = LEFT

    def _make_receiver(self) -> "Receiver":
        return Receiver(self._folder / f"{next(self._numbers)}", self._renditions, exactly=self._exactly)


class Receiver:
    """A program that reads what the gate passes on, and the folder that it writes."""

    def __init__(self, folder: Path, renditions: Sequence[str], *, exactly: bool) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self._ours, theirs = socket.socketpair()
        with theirs:
            order = {
                "folder": str(folder),
                "renditions": list(renditions),
                "exactly": exactly,
                "socket": theirs.fileno(),
            }
            self.program = Program(order, folder / "complaints.txt", [theirs.fileno()])

    def connect(self) -> socket.socket:
        """Our end of the connection to it."""
        return self._ours

    def finish(self) -> None:
        """It ends by itself when nothing comes any more."""
        self.program.finish(_LAST_WORDS_SECONDS, self._written)

    def _written(self) -> int:
        """How many bytes its record has."""
        record = self.folder / RECORD
        return record.stat().st_size if record.exists() else 0
