"""The fields of an event that an import reads and writes.

`starts` is a local date and time, or a date alone if the time is to be announced. The document has no such
date. It holds such an event as postponed, with a label that says so: it has no countdown, reminders or sales.
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
TIME_TO_BE_ANNOUNCED = {"en": "Time to be announced", "fr": "Heure à confirmer"}
PLACEHOLDER_TIME = "12:00"
MAX_KEY = 80


def read_fields(value: EntryValue, language: str) -> Fields:
    """Return the fields of an event of the document."""
    status, starts = value.get("status") or SCHEDULED, str(value["starts"])
    if status == POSTPONED and value.get("postponed_to"):
        status, starts = SCHEDULED, str(value["postponed_to"])
    elif status == POSTPONED and is_to_be_announced(value):
        status, starts = SCHEDULED, starts.partition(" ")[0]
    score = value.get("score")
    fields = {name: value.get(name) for name in PLAIN_FIELDS} | {
        "starts": starts,
        "status": status,
        "score": {side: score[side] for side in ("home", "away")} if score else None,
    }
    if isinstance(fields["name"], Mapping):
        fields["name"] = fields["name"].get(language) or next(iter(fields["name"].values()), None)
    return fields


def write_fields(value: EntryValue, fields: Mapping[str, Any], languages: tuple[str, ...]) -> dict[str, Any]:
    """Return the value of an event with other fields. Everything else stays."""
    written = {**value, **{name: fields[name] for name in PLAIN_FIELDS if name in fields}}
    if fields.get("score"):
        written["score"] = {**(value.get("score") or {}), **fields["score"]}
    if "starts" in fields or "status" in fields:
        current = read_fields(value, languages[0]) if "starts" in value else {"status": SCHEDULED}
        starts, status = (fields.get(name, current.get(name)) for name in ("starts", "status"))
        written = _write_schedule(written, str(starts), str(status), languages)
    return {name: part for name, part in written.items() if part is not None}


def _write_schedule(value: EntryValue, starts: str, status: str, languages: tuple[str, ...]) -> Fields:
    was_to_be_announced, moved = is_to_be_announced(value), value.get("postponed_to")
    written = {name: part for name, part in value.items() if name not in ("status", "postponed_to")}
    if was_to_be_announced:
        del written["label"]
    if " " not in starts:
        label = {name: TIME_TO_BE_ANNOUNCED[name] for name in languages if name in TIME_TO_BE_ANNOUNCED}
        written |= {"label": label or {languages[0]: TIME_TO_BE_ANNOUNCED["en"]}}
        status = POSTPONED if status == SCHEDULED else status
        return written | {"starts": f"{starts} {PLACEHOLDER_TIME}", "status": status}
    if moved and status == SCHEDULED and starts != value["starts"]:
        return written | {"status": POSTPONED, "postponed_to": starts}
    return written | {"starts": starts, "status": status}


def is_to_be_announced(value: EntryValue) -> bool:
    """Return whether the label of an event says that its time is to be announced."""
    label = value.get("label")
    texts = list(label.values()) if isinstance(label, Mapping) else [label]
    return bool(label) and all(text in TIME_TO_BE_ANNOUNCED.values() for text in texts)


def create_key(text: str, taken: set[str]) -> str:
    """Return a new key for a text, and add it to those that are taken."""
    base = re.sub(r"[^a-z0-9]+", "-", fold_text(text)).strip("-")[: MAX_KEY - 4].strip("-") or "entry"
    key, number = base, 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    taken.add(key)
    return key
