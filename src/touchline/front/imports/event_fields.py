"""The fields of an event that an import reads and writes.

`starts` is a local date and time, or a date alone if the time is to be announced, as in the document.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from touchline.channel.domain.document.entries import EntryValue
from touchline.front.imports.parsers.schedule_row import POSTPONED, SCHEDULED
from touchline.shared.strings.folding import fold_text

Fields = dict[str, Any]
REFERENCE_FIELDS = ("home", "away", "category", "location")
PLAIN_FIELDS = (*REFERENCE_FIELDS, "name")
SCORE_FIELDS = ("home", "away", "ending", "shootout", "winner")
MAX_KEY = 80


def read_fields(value: EntryValue, language: str) -> Fields:
    """Return the fields of an event of the document."""
    status, starts = value.get("status") or SCHEDULED, str(value["starts"])
    if status == POSTPONED and value.get("postponed_to"):
        status, starts = SCHEDULED, str(value["postponed_to"])
    score = value.get("score")
    fields = {name: value.get(name) for name in PLAIN_FIELDS} | {
        "starts": starts,
        "status": status,
        "score": {name: part for name, part in score.items() if name in SCORE_FIELDS} if score else None,
    }
    if isinstance(fields["name"], Mapping):
        fields["name"] = fields["name"].get(language) or next(iter(fields["name"].values()), None)
    return fields


def write_fields(value: EntryValue, fields: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return the value of an event with other fields. Everything else stays."""
    written = {**value, **{name: fields[name] for name in PLAIN_FIELDS if name in fields}}
    if fields.get("score"):
        written["score"] = _write_score(value.get("score") or {}, fields["score"])
    if "starts" in fields or "status" in fields:
        current = read_fields(value, language) if "starts" in value else {"status": SCHEDULED}
        starts, status = (fields.get(name, current.get(name)) for name in ("starts", "status"))
        written = _write_schedule(written, str(starts), str(status))
    return {name: part for name, part in written.items() if part is not None}


def has_value(name: str, current: Any, value: Any) -> bool:
    """Return whether a field has the value of a file. A file that does not say how a game ended has the score
    of any ending."""
    if name != "score" or not (current and value) or "ending" in value:
        return bool(current == value)
    return all(current[side] == value[side] for side in ("home", "away"))


def _write_score(score: Mapping[str, Any], result: Mapping[str, Any]) -> Fields:
    """Return the score with this result. Other numbers replace how the game ended, too."""
    kept = score if has_value("score", score, result) else {}
    note = {name: part for name, part in score.items() if name == "note"}
    return {**note, **kept, **result}


def _write_schedule(value: EntryValue, starts: str, status: str) -> Fields:
    moved = value.get("postponed_to")
    written = {name: part for name, part in value.items() if name not in ("status", "postponed_to")}
    if moved and status == SCHEDULED and starts != value["starts"]:
        return written | {"status": POSTPONED, "postponed_to": starts}
    return written | {"starts": starts, "status": status}


def create_key(text: str, taken: set[str]) -> str:
    """Return a new key for a text, and add it to those that are taken."""
    base = re.sub(r"[^a-z0-9]+", "-", fold_text(text)).strip("-")[: MAX_KEY - 4].strip("-") or "entry"
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    taken.add(key)
    return key
