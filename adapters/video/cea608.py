"""Decode CEA-608 closed captions (ANSI/CTA-608-E), one channel of one field, to timed text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adapters.video.cea608_characters import character

_ROWS = (11, 1, 3, 12, 14, 5, 7, 9)
"""The first of two rows that a preamble address code names, by the low bits of its first byte."""
_COLUMNS, _LAST_ROW = 32, 15
_POP_ON, _PAINT_ON, _TEXT = "pop-on", "paint-on", "text"
_RESUME, _BACKSPACE, _ERASE_TO_END = 0x20, 0x21, 0x24
_ROLL_UPS = {0x25: 2, 0x26: 3, 0x27: 4}
_PAINT, _TEXT_RESTART, _TEXT_RESUME = 0x29, 0x2A, 0x2B
_ERASE_SHOWN, _NEW_LINE, _ERASE_HIDDEN, _SHOW = 0x2C, 0x2D, 0x2E, 0x2F

Cell = tuple[str, bool]
"""A character, and whether it is in italics."""
Memory = dict[int, dict[int, Cell]]
"""Rows (1 to 15) of columns (0 to 31)."""


@dataclass(frozen=True, slots=True)
class CaptionCue:
    """Text on the screen from `start` to `end` (ticks of 1/90,000 s); lines are separated by `\\n`, italics
    are marked by `<i>`. `row` is the lowest row of the text, 1 to 15."""

    start: int
    end: int
    text: str
    row: int


class Cea608Decoder:
    """Decodes the byte pairs of one channel, in the order of showing.

    `channel` is 1 or 2 within the field: CC1 and CC2 of field 1, CC3 and CC4 of field 2.
    """

    def __init__(self, channel: int) -> None:
        self._channel = channel
        self._is_ours = False
        self._mode = ""
        self._roll_rows = 0
        self._shown: Memory = {}
        self._hidden: Memory = {}
        self._row, self._column, self._italic = _LAST_ROW, 0, False
        self._last_control: tuple[int, int] | None = None
        self._visible_from: int | None = None
        self.cues: list[CaptionCue] = []

    def add(self, at: int, first: int, second: int) -> None:
        """Take the next pair, shown at `at` ticks. A byte with the wrong parity counts as none."""
        first, second = _without_parity(first), _without_parity(second)
        if first >= 0x10 and first < 0x20:
            self._control(at, first, second)
        else:
            self._last_control = None
            if 0 < first < 0x10:  # Extended data services share field 2; they end with the next control code.
                self._is_ours = False
            elif self._is_ours and self._mode and self._mode != _TEXT:
                for code in (first, second):
                    if code >= 0x20:
                        self._write(at, character(0, code))

    def finish(self, end: int) -> None:
        """End the text that is still shown."""
        self._flush(end)

    def _control(self, at: int, first: int, second: int) -> None:
        if (first, second) == self._last_control:
            self._last_control = None  # Control codes are sent twice.
            return
        self._last_control = (first, second)
        self._is_ours = (first >> 3 & 1) + 1 == self._channel
        if not self._is_ours or second < 0x20:
            return
        group = first & 0x07
        if second >= 0x40:
            self._address(at, group, second)
        elif group in (4, 5) and second <= 0x2F:
            self._command(at, second)
        elif self._mode == _TEXT:
            return
        elif group == 7 and 0x21 <= second <= 0x23:
            self._column = min(_COLUMNS - 1, self._column + second - 0x20)
        elif group == 1 and second <= 0x2F:
            self._italic = second >= 0x2E
            self._write(at, " ")
        elif group in (1, 2, 3) and (found := character(group, second)):
            if group != 1:  # Extended characters replace the one that is sent for older decoders.
                self._backspace()
            self._write(at, found)

    def _address(self, at: int, group: int, second: int) -> None:
        if self._mode == _TEXT:
            return
        row = _ROWS[group] + (1 if second & 0x20 and group else 0)
        if self._roll_rows and row != self._row:
            self._flush(at)
            self._shown = {to: self._shown[now] for to, now in self._moved(row) if now in self._shown}
            self._appear(at)
        elif self._mode == _PAINT_ON:
            self._flush(at, keeps=True)
        self._row = row
        self._column = (second >> 1 & 7) * 4 if second & 0x10 else 0
        self._italic = not second & 0x10 and second >> 1 & 7 == 7

    def _moved(self, row: int) -> Iterator[tuple[int, int]]:
        return ((row - back, self._row - back) for back in range(self._roll_rows))

    def _command(self, at: int, second: int) -> None:
        if second in _ROLL_UPS:
            self._begin_roll_up(at, _ROLL_UPS[second])
        elif second in (_RESUME, _PAINT, _TEXT_RESTART, _TEXT_RESUME):
            self._mode = {_RESUME: _POP_ON, _PAINT: _PAINT_ON}.get(second, _TEXT)
            self._roll_rows = 0
        elif second == _ERASE_SHOWN:
            self._flush(at)
            self._shown = {}
        elif second == _ERASE_HIDDEN:
            self._hidden = {}
        elif second == _SHOW:
            self._flush(at)
            self._shown, self._hidden = self._hidden, self._shown
            self._mode, self._roll_rows = _POP_ON, 0
            self._appear(at)
        elif second == _NEW_LINE and self._roll_rows:
            self._flush(at)
            base = self._row
            self._shown = {
                to - 1: cells for to, cells in self._shown.items() if to > base - self._roll_rows + 1
            }
            self._column = 0
            self._appear(at)
        elif second == _BACKSPACE and self._mode != _TEXT:
            self._backspace()
        elif second == _ERASE_TO_END and self._mode != _TEXT:
            row = self._memory.get(self._row, {})
            for column in [column for column in row if column >= self._column]:
                del row[column]

    def _begin_roll_up(self, at: int, rows: int) -> None:
        if not self._roll_rows:
            self._flush(at)
            self._shown, self._hidden = {}, {}
            self._row, self._column = _LAST_ROW, 0
        self._mode, self._roll_rows = "roll-up", rows

    @property
    def _memory(self) -> Memory:
        return self._hidden if self._mode == _POP_ON else self._shown

    def _write(self, at: int, text: str) -> None:
        if not text or not self._mode:
            return
        memory = self._memory
        memory.setdefault(self._row, {})[self._column] = (text, self._italic)
        self._column = min(_COLUMNS - 1, self._column + 1)
        if memory is self._shown and self._visible_from is None and text.strip():
            self._visible_from = at

    def _backspace(self) -> None:
        self._column = max(0, self._column - 1)
        self._memory.get(self._row, {}).pop(self._column, None)

    def _appear(self, at: int) -> None:
        self._visible_from = at if _text(self._shown) else None

    def _flush(self, at: int, *, keeps: bool = False) -> None:
        """Note what was shown until now; with `keeps` it stays on the screen."""
        text = _text(self._shown)
        if text and self._visible_from is not None and at > self._visible_from:
            self.cues.append(CaptionCue(self._visible_from, at, text, max(self._shown)))
        self._visible_from = at if keeps and text else None


def _without_parity(byte: int) -> int:
    return byte & 0x7F if byte.bit_count() % 2 else 0


def _text(memory: Memory) -> str:
    lines = (_line(memory[row]) for row in sorted(memory))
    return "\n".join(line for line in lines if line)


def _line(cells: dict[int, Cell]) -> str:
    columns = [column for column in sorted(cells) if cells[column][0].strip()]
    if not columns:
        return ""
    parts, is_italic = [], False
    for column in range(columns[0], columns[-1] + 1):
        text, italic = cells.get(column, (" ", is_italic))
        if italic != is_italic and text.strip():
            parts.append("<i>" if italic else "</i>")
            is_italic = italic
        parts.append(text)
    return "".join([*parts, "</i>" if is_italic else ""])
