"""Resolves the names in the rows of a file, and returns the fields of their events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from touchline.channel.domain.document.entries import EntryRef, EntryValue
from touchline.front.imports.event_fields import Fields, create_key
from touchline.front.imports.names import (
    SECTION_BY_KIND,
    Candidate,
    NameAction,
    NameChoice,
    NameIndex,
    NameKind,
    NameRef,
    create_name_ref,
)
from touchline.front.imports.parsers.schedule_row import ScheduleRow
from touchline.front.packs.document.contents import Content
from touchline.front.packs.parser.dates import format_datetime
from touchline.front.packs.schemas.context import get_pack_context

UNKNOWN = ""


@dataclass
class FileName:
    """A name of the file that the operator decides about. `choice` is None until then."""

    ref: NameRef
    text: str
    candidates: Sequence[Candidate]
    choice: NameChoice | None
    rows: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class ResolvedRow:
    """A row with the fields of its event. `is_complete` says that all its names are known."""

    row: ScheduleRow
    label: str
    fields: Fields
    is_complete: bool


class RowResolver:
    """Resolves rows against a document. Needs an active pack context."""

    def __init__(
        self, content: Content, choices: Mapping[NameRef, NameChoice], default_category: str = ""
    ) -> None:
        context = get_pack_context()
        groups = {group["key"]: group for group in content["groups"]}
        self._zone = context.zone
        self.indexes = {
            kind: NameIndex(content[section], groups, context.language)
            for kind, section in SECTION_BY_KIND.items()
        }
        self._choices, self._default_category = choices, default_category
        self._taken = {kind: set(index.entries) for kind, index in self.indexes.items()}
        self.names: dict[NameRef, FileName] = {}
        self.new_entries: dict[EntryRef, EntryValue] = {}
        self.rows_without_category: list[int] = []

    def resolve(self, row: ScheduleRow) -> ResolvedRow | None:
        """Return the row with the fields of its event, or None if the operator ignores one of its names."""
        category = self._resolve_category(row)
        if category is None:
            return None
        sides = self._resolve_sides(row, category)
        if sides is None:
            return None
        keys = [sides.get("home"), sides.get("away")]
        category = category or self._find_category(keys)
        if not category and UNKNOWN not in keys:
            self.rows_without_category.append(row.number)
        fields: Fields = {**sides, "starts": self._format_start(row)}
        if category:
            fields["category"] = category
        if location := self._resolve_location(row):
            fields["location"] = location
        if row.status is not None:
            fields["status"] = row.status
        if row.score is not None:
            fields["score"] = row.score.to_fields()
        label = f"{row.away} @ {row.home}" if row.home else row.title
        return ResolvedRow(row, label, fields, bool(category) and UNKNOWN not in keys)

    def _format_start(self, row: ScheduleRow) -> str:
        return format_datetime(row.starts, self._zone) if row.starts else row.day.isoformat()

    def _resolve_category(self, row: ScheduleRow) -> str | None:
        """Return the key of the category, empty if it is not known, None to ignore the row."""
        if not row.category:
            return self._default_category
        choice = self._resolve(row, NameKind.CATEGORY, row.category)
        if choice is None:
            return UNKNOWN
        return None if choice.action is NameAction.IGNORE else choice.key

    def _resolve_sides(self, row: ScheduleRow, category: str) -> Fields | None:
        """Return the teams or the title, or None to ignore the row. A team that is not known has an empty
        key."""
        if not row.home:
            return {"name": row.title}
        teams = self.indexes[NameKind.TEAM]
        if row.title and not any(teams.find(name, category) for name in (row.home, row.away)):
            refs = [create_name_ref(NameKind.TEAM, name, category) for name in (row.home, row.away)]
            if not any(ref in self._choices for ref in refs) and "@" not in row.title:
                return {"name": row.title}
        choices = [self._resolve(row, NameKind.TEAM, name, category) for name in (row.home, row.away)]
        actions = [choice.action if choice else None for choice in choices]
        if NameAction.IGNORE in actions:
            return None
        if NameAction.TEXT in actions and None not in actions:
            return {"name": f"{row.away} @ {row.home}"}
        return {
            side: choice.key if choice else UNKNOWN
            for side, choice in zip(("home", "away"), choices, strict=True)
        }

    def _resolve_location(self, row: ScheduleRow) -> str | None:
        if not row.location:
            return None
        choice = self._resolve(row, NameKind.LOCATION, row.location)
        return choice.key if choice and choice.key else None

    def _find_category(self, keys: Sequence[str | None]) -> str:
        teams = self.indexes[NameKind.TEAM].entries
        categories = (teams[key].get("category") for key in keys if key in teams)
        return next((str(category) for category in categories if category), UNKNOWN)

    def _resolve(self, row: ScheduleRow, kind: NameKind, text: str, scope: str = "") -> NameChoice | None:
        """Return what a name means, or None if the operator has not decided yet."""
        ref = create_name_ref(kind, text, scope)
        index = self.indexes[kind]
        if ref not in self._choices and len(found := index.find(text, scope)) == 1:
            return NameChoice(NameAction.EXISTING, found[0])
        if ref not in self.names:
            self.names[ref] = FileName(ref, text, index.suggest(text, scope), self._choose(ref, text))
        name = self.names[ref]
        if row.number not in name.rows:
            name.rows.append(row.number)
        return name.choice

    def _choose(self, ref: NameRef, text: str) -> NameChoice | None:
        """Return the decision about a name. A location that nobody decided about becomes a new one."""
        choice = self._choices.get(ref)
        if choice and choice.action is NameAction.EXISTING:
            return choice if choice.key in self.indexes[ref.kind].entries else None
        if choice is None and ref.kind is NameKind.LOCATION:
            choice = NameChoice(NameAction.NEW)
        if choice is None or choice.action is not NameAction.NEW:
            return choice
        suffix = f" {ref.scope}" if ref.scope else ""
        key = create_key(f"{text}{suffix}", self._taken[ref.kind])
        value: dict[str, Any] = {"key": key, "name": text}
        if ref.kind is NameKind.TEAM and ref.scope:
            value["category"] = ref.scope
        self.new_entries[EntryRef(SECTION_BY_KIND[ref.kind], key)] = value
        return NameChoice(NameAction.NEW, key)
