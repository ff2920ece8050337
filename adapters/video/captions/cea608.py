"""Decoder for CEA-608 closed captions (ANSI/CTA-608-E): one channel of one field becomes timed text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adapters.video.captions.cea608_characters import decode_character

_PREAMBLE_ROWS = (11, 1, 3, 12, 14, 5, 7, 9)
"""First of the two rows that a preamble address code names, by the low bits of its first byte."""
_COLUMNS, _LAST_ROW = 32, 15
_POP_ON, _PAINT_ON, _TEXT = "pop-on", "paint-on", "text"
_RESUME_POP_ON, _BACKSPACE, _ERASE_TO_END = 0x20, 0x21, 0x24
_ROLL_UPS = {0x25: 2, 0x26: 3, 0x27: 4}
_RESUME_PAINT_ON, _TEXT_RESTART, _TEXT_RESUME = 0x29, 0x2A, 0x2B
_ERASE_DISPLAYED, _CARRIAGE_RETURN, _ERASE_NON_DISPLAYED, _END_OF_CAPTION = 0x2C, 0x2D, 0x2E, 0x2F

Cell = tuple[str, bool]
"""A character, and whether it is in italics."""
CaptionMemory = dict[int, dict[int, Cell]]
"""Cells by row (1 to 15) and column (0 to 31)."""


@dataclass(frozen=True, slots=True)
class CaptionCue:
    """Text on the screen from `start` to `end` (ticks of 1/90,000 s).

    Lines are separated by `\n`, italics are marked by `<i>`. `row` is the lowest row of the text, 1 to 15.
    """

    start: int
    end: int
    text: str
    row: int


class Cea608Decoder:
    """Decoder for the byte pairs of one channel, in presentation order.

    `channel` is 1 or 2 within the field: CC1 and CC2 of field 1, CC3 and CC4 of field 2.
    """

    def __init__(self, channel: int) -> None:
        self._channel = channel
        self._is_channel_active = False
        self._mode = ""
        self._roll_rows = 0
        self._displayed: CaptionMemory = {}
        self._non_displayed: CaptionMemory = {}
        self._row, self._column, self._italic = _LAST_ROW, 0, False
        self._last_control: tuple[int, int] | None = None
        self._visible_since: int | None = None
        self.cues: list[CaptionCue] = []

    def add(self, timestamp: int, first: int, second: int) -> None:
        """Process the next byte pair, shown at `timestamp` ticks. A byte with the wrong parity is ignored."""
        first, second = _strip_parity(first), _strip_parity(second)
        if first >= 0x10 and first < 0x20:
            self._handle_control(timestamp, first, second)
        else:
            self._last_control = None
            if 0 < first < 0x10:  # Extended data services share field 2. They end with the next control code.
                self._is_channel_active = False
            elif self._is_channel_active and self._mode and self._mode != _TEXT:
                for code in (first, second):
                    if code >= 0x20:
                        self._write(timestamp, decode_character(0, code))

    def finish(self, end: int) -> None:
        """End the text that is still on the screen."""
        self._flush(end)

    def _handle_control(self, timestamp: int, first: int, second: int) -> None:
        if (first, second) == self._last_control:
            self._last_control = None  # Control codes are sent twice.
            return
        self._last_control = (first, second)
        self._is_channel_active = (first >> 3 & 1) + 1 == self._channel
        if not self._is_channel_active or second < 0x20:
            return
        group = first & 0x07
        if second >= 0x40:
            self._handle_preamble(timestamp, group, second)
        elif group in (4, 5) and second <= 0x2F:
            self._handle_command(timestamp, second)
        elif self._mode == _TEXT:
            return
        elif group == 7 and 0x21 <= second <= 0x23:
            self._column = min(_COLUMNS - 1, self._column + second - 0x20)
        elif group == 1 and second <= 0x2F:
            self._italic = second >= 0x2E
            self._write(timestamp, " ")
        elif group in (1, 2, 3) and (char := decode_character(group, second)):
            if group != 1:  # Extended characters replace the fallback that is sent for older decoders.
                self._backspace()
            self._write(timestamp, char)

    def _handle_preamble(self, timestamp: int, group: int, second: int) -> None:
        if self._mode == _TEXT:
            return
        row = _PREAMBLE_ROWS[group] + (1 if second & 0x20 and group else 0)
        if self._roll_rows and row != self._row:
            self._flush(timestamp)
            self._displayed = {
                target_row: self._displayed[source_row]
                for target_row, source_row in self._moved_rows(row)
                if source_row in self._displayed
            }
            self._mark_visible(timestamp)
        elif self._mode == _PAINT_ON:
            self._flush(timestamp, keep_visible=True)
        self._row = row
        self._column = (second >> 1 & 7) * 4 if second & 0x10 else 0
        self._italic = not second & 0x10 and second >> 1 & 7 == 7

    def _moved_rows(self, row: int) -> Iterator[tuple[int, int]]:
        return ((row - distance, self._row - distance) for distance in range(self._roll_rows))

    def _handle_command(self, timestamp: int, second: int) -> None:
        if second in _ROLL_UPS:
            self._start_roll_up(timestamp, _ROLL_UPS[second])
        elif second in (_RESUME_POP_ON, _RESUME_PAINT_ON, _TEXT_RESTART, _TEXT_RESUME):
            self._mode = {_RESUME_POP_ON: _POP_ON, _RESUME_PAINT_ON: _PAINT_ON}.get(second, _TEXT)
            self._roll_rows = 0
        elif second == _ERASE_DISPLAYED:
            self._flush(timestamp)
            self._displayed = {}
        elif second == _ERASE_NON_DISPLAYED:
            self._non_displayed = {}
        elif second == _END_OF_CAPTION:
            self._flush(timestamp)
            self._displayed, self._non_displayed = self._non_displayed, self._displayed
            self._mode, self._roll_rows = _POP_ON, 0
            self._mark_visible(timestamp)
        elif second == _CARRIAGE_RETURN and self._roll_rows:
            self._flush(timestamp)
            base_row = self._row
            self._displayed = {
                target_row - 1: cells
                for target_row, cells in self._displayed.items()
                if target_row > base_row - self._roll_rows + 1
            }
            self._column = 0
            self._mark_visible(timestamp)
        elif second == _BACKSPACE and self._mode != _TEXT:
            self._backspace()
        elif second == _ERASE_TO_END and self._mode != _TEXT:
            row = self._memory.get(self._row, {})
            for column in [column for column in row if column >= self._column]:
                del row[column]

    def _start_roll_up(self, timestamp: int, rows: int) -> None:
        if not self._roll_rows:
            self._flush(timestamp)
            self._displayed, self._non_displayed = {}, {}
            self._row, self._column = _LAST_ROW, 0
        self._mode, self._roll_rows = "roll-up", rows

    @property
    def _memory(self) -> CaptionMemory:
        return self._non_displayed if self._mode == _POP_ON else self._displayed

    def _write(self, timestamp: int, text: str) -> None:
        if not text or not self._mode:
            return
        memory = self._memory
        column = min(_COLUMNS - 1, self._column)
        memory.setdefault(self._row, {})[column] = (text, self._italic)
        self._column = column + 1  # After the last column, a backspace erases the last character.
        if memory is self._displayed and self._visible_since is None and text.strip():
            self._visible_since = timestamp

    def _backspace(self) -> None:
        self._column = max(0, self._column - 1)
        self._memory.get(self._row, {}).pop(self._column, None)

    def _mark_visible(self, timestamp: int) -> None:
        self._visible_since = timestamp if _memory_text(self._displayed) else None

    def _flush(self, timestamp: int, *, keep_visible: bool = False) -> None:
        """Record the text shown until now. With `keep_visible`, it stays on the screen."""
        text = _memory_text(self._displayed)
        if text and self._visible_since is not None and timestamp > self._visible_since:
            self.cues.append(CaptionCue(self._visible_since, timestamp, text, max(self._displayed)))
        self._visible_since = timestamp if keep_visible and text else None


def _strip_parity(byte: int) -> int:
    return byte & 0x7F if byte.bit_count() % 2 else 0


def _memory_text(memory: CaptionMemory) -> str:
    lines = (_row_text(memory[row]) for row in sorted(memory))
    return "\n".join(line for line in lines if line)


def _row_text(cells: dict[int, Cell]) -> str:
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
