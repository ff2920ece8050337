"""Random sequences of pack edits, studio edits, applies, exports and undos end as a simple model says."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from touchline.channel.domain.document.merge import Side
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.document.conflicts import MergeConflictError
from touchline.front.packs.pack_writer import dump_yaml
from touchline.front.packs.parser.documents import read_yaml
from touchline.front.packs.tests.document.studio import CONFIRMED, Studio
from touchline.front.packs.tests.pack_fixtures import SMALLEST_CHANNEL
from touchline.platform.tests.db.truncation import delete_all_rows

Entry = dict[str, str]
Document = dict[str, Entry]
KEYS = st.sampled_from(["rain", "snow", "heat"])
FIELDS = st.sampled_from(["question", "answer", "group"])
TEXTS = st.sampled_from(["One", "Two", "Three"])
CHANNEL = SMALLEST_CHANNEL.replace("tiny", "riverside")


def merge(base: Document, current: Document, pack: Document, prefer: Side | None) -> Document | None:
    """Return the merged document of the model, or None if there are conflicts and no preference."""
    merged: Document = {}
    for key in base.keys() | current.keys() | pack.keys():
        value, is_resolved = merge_value(base.get(key), current.get(key), pack.get(key), prefer)
        if not is_resolved and key in current and key in pack:
            value = merge_fields(base.get(key, {}), current[key], pack[key], prefer)
            is_resolved = value is not None
        if not is_resolved:
            return None
        if value is not None:
            merged[key] = value
    return merged


def merge_fields(base: Entry, current: Entry, pack: Entry, prefer: Side | None) -> Entry | None:
    """Return the merged fields of an entry, or None if there are conflicts and no preference."""
    fields: Entry = {}
    for name in {*base, *current, *pack}:
        field, is_resolved = merge_value(base.get(name), current.get(name), pack.get(name), prefer)
        if not is_resolved:
            return None
        fields |= {name: field} if field is not None else {}
    return fields


def merge_value(base: Any, current: Any, pack: Any, prefer: Side | None) -> tuple[Any, bool]:
    """Return the merged value, and whether it is resolved. Two changed entries are merged by field first."""
    if pack in (base, current):
        return current, True
    if current == base:
        return pack, True
    if prefer is None or (isinstance(current, dict) and isinstance(pack, dict)):
        return None, False
    return (pack if prefer is Side.PACK else current), True


class DocumentMachine(RuleBasedStateMachine):
    """Edits the questions of a channel in its pack and in the studio."""

    application: Application
    studio: Studio
    folder: Path

    def __init__(self) -> None:
        super().__init__()
        delete_all_rows(self.application.container.database().engine)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "pack").mkdir(parents=True)
        (self.folder / "pack" / "channel.yaml").write_text(CHANNEL)
        self.pack: Document = {"rain": {"question": "One", "answer": "One"}}
        self.base: Document = {}
        self.current: Document = {}
        self.undo: list[tuple[int, Document]] = []
        self.exports = 0
        self._write_pack()
        self._apply(None)

    @rule(key=KEYS, field=FIELDS, text=TEXTS)
    def change_in_the_pack(self, key: str, field: str, text: str) -> None:
        self.pack.setdefault(key, {"question": "New", "answer": "New"})[field] = text
        self._write_pack()

    @rule(key=KEYS)
    def remove_from_the_pack(self, key: str) -> None:
        self.pack.pop(key, None)
        self._write_pack()

    @rule(key=KEYS, field=FIELDS, text=TEXTS)
    def change_in_the_studio(self, key: str, field: str, text: str) -> None:
        before = copy.deepcopy(self.current)
        exists = key in self.current
        self.current.setdefault(key, {"question": "New", "answer": "New"})[field] = text
        version = self.studio.read("faq", key).version if exists else None
        self.studio.save("faq", key, {"key": key, **self.current[key]}, version)
        self._remember(before)

    @rule(key=KEYS)
    def remove_in_the_studio(self, key: str) -> None:
        if key in self.current:
            before = copy.deepcopy(self.current)
            self.studio.remove("faq", key)
            del self.current[key]
            self._remember(before)

    @rule(prefer=st.sampled_from([None, Side.PACK, Side.CURRENT]))
    def apply(self, prefer: Side | None) -> None:
        before = copy.deepcopy(self.current)
        self._apply(prefer)
        self._remember(before)

    @rule()
    def undo_the_latest_revision(self) -> None:
        if self.undo:
            revision, before = self.undo.pop()
            self.studio.revert(revision)
            self.current = before
            self.undo.clear()

    @rule()
    def adopt_the_export_as_the_pack(self) -> None:
        self.exports += 1
        target = self.folder / f"export-{self.exports}"
        self.application.container.front.export_pack()("riverside", target)
        shutil.rmtree(self.folder / "pack")
        target.rename(self.folder / "pack")
        self.pack = copy.deepcopy(self.current)
        text = (self.folder / "pack" / "faq.yaml").read_text() if self.pack else ""
        assert to_document(read_yaml("faq.yaml", text)[0].data or []) == self.pack

    @invariant()
    def the_channel_is_what_the_model_says(self) -> None:
        assert to_document(list(self.studio.list("faq").values())) == self.current

    def _apply(self, prefer: Side | None) -> None:
        merged = merge(self.base, self.current, self.pack, prefer)
        apply = self.application.container.front.apply_pack()
        if merged is None:
            try:
                apply(self.folder / "pack", CONFIRMED)
            except MergeConflictError:
                return
            raise AssertionError("the model has a conflict that the apply does not report")
        apply(self.folder / "pack", CONFIRMED, prefer=prefer)
        assert apply(self.folder / "pack", CONFIRMED).revision is None, "the second apply changed something"
        self.current, self.base = copy.deepcopy(merged), copy.deepcopy(self.pack)

    def _remember(self, before: Document) -> None:
        if before != self.current:
            self.undo.append((self.studio.latest().id, before))

    def _write_pack(self) -> None:
        entries = [{"key": key, **fields} for key, fields in self.pack.items()]
        (self.folder / "pack" / "faq.yaml").write_text(dump_yaml(entries) if entries else "")


def to_document(entries: list[Mapping[str, Any]]) -> Document:
    """Return entries by key, as the model holds them."""
    return {
        entry["key"]: {name: text.strip() for name, text in entry.items() if name != "key"}
        for entry in entries
    }


def test_any_sequence_of_edits_applies_exports_and_undos_ends_as_the_model_says(
    application: Application, studio: Studio, tmp_path: Path
) -> None:
    machine = type(
        "Machine",
        (DocumentMachine,),
        {"application": application, "studio": studio, "folder": tmp_path / "work"},
    )
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=5,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
