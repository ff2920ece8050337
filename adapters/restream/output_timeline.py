"""One continuous timeline for the frames of all segments, whatever their container."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

_MAX_STEP_SECONDS = 5.0
_DEFAULT_FRAME_SECONDS = 0.033


class Frame(Protocol):
    """A coded frame, or a header that configures the decoder."""

    @property
    def kind(self) -> int:
        """Video, audio or metadata, in the numbers of the container."""
        ...

    @property
    def timestamp(self) -> int:
        """When to decode it, in ticks of the container."""
        ...

    @property
    def body(self) -> bytes:
        """The content."""
        ...

    @property
    def is_header(self) -> bool:
        """Whether it configures the decoder."""
        ...

    @property
    def is_keyframe(self) -> bool:
        """Whether decoding can begin here."""
        ...

    def move(self, timestamp: int) -> Self:
        """Return the frame with another timestamp."""
        ...


FrameT = TypeVar("FrameT", bound=Frame)


class OutputTimeline(Generic[FrameT]):
    """Puts the frames of all segments on one timeline that begins at 0 and never goes back.

    Sequence headers are repeated only if they changed.
    """

    def __init__(self, ticks_per_second: int) -> None:
        self._max_step = int(_MAX_STEP_SECONDS * ticks_per_second)
        self._default_frame = int(_DEFAULT_FRAME_SECONDS * ticks_per_second)
        self._shift: int | None = None
        self._last_input: int | None = None
        self._next_output = 0
        self._last_output: dict[int, int] = {}
        self._headers: dict[int, bytes] = {}

    def restart(self) -> None:
        """Let the next frame follow the last one, whatever its timestamp."""
        self._shift = None

    def place(self, frames: Sequence[FrameT]) -> Sequence[FrameT]:
        """Return the frames of the next segment that have to be sent, with their output timestamps."""
        result = []
        for frame in frames:
            if frame.is_header:
                if self._headers.get(frame.kind) != frame.body:
                    self._headers[frame.kind] = frame.body
                    result.append(frame.move(self._next_output))
                continue
            result.append(frame.move(self._place(frame)))
        return result

    def _place(self, frame: FrameT) -> int:
        if self._shift is None or self._is_jump(frame.timestamp):
            self._shift = self._next_output - frame.timestamp
        self._last_input = frame.timestamp
        output = max(frame.timestamp + self._shift, self._last_output.get(frame.kind, -1) + 1)
        self._last_output[frame.kind] = output
        self._next_output = max(self._next_output, output + self._default_frame)
        return output

    def _is_jump(self, timestamp: int) -> bool:
        return self._last_input is not None and abs(timestamp - self._last_input) > self._max_step
