"""Reads a file of a schedule, in whichever format it is."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from touchline.front.imports.parsers.csv_rows import parse_csv
from touchline.front.imports.parsers.ics_rows import parse_ics
from touchline.front.imports.parsers.schedule_row import ParsedFile, ReadOptions
from touchline.front.imports.parsers.text_encoding import decode_text


def parse_file(data: bytes, zone: ZoneInfo, options: ReadOptions) -> ParsedFile:
    """Return the rows of a CSV or iCalendar file. Raises `UnreadableFileError`."""
    text, encoding = decode_text(data)
    if text.lstrip().upper().startswith("BEGIN:VCALENDAR"):
        return parse_ics(text, encoding, zone)
    return parse_csv(text, encoding, zone, options)
