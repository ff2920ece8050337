"""Three-way merge of entries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.channel.domain.document.entries import ABSENT, EntryChange, EntryRef, hash_entry
from touchline.channel.domain.document.merge import Conflict, Side, merge_entry

REF = EntryRef("events", "final")
BASE = {"key": "final", "starts": "2026-12-03 19:00", "price": {"base": 9, "fee": 1}, "tags": ["a"]}
SCALARS = st.one_of(st.integers(0, 3), st.sampled_from(["x", "y"]), st.lists(st.integers(0, 1), max_size=2))
VALUES = st.dictionaries(
    st.sampled_from("abc"), st.one_of(SCALARS, st.dictionaries(st.sampled_from("de"), SCALARS)), max_size=3
)
ENTRIES = st.one_of(st.none(), VALUES)


def change(**fields: Any) -> dict[str, Any]:
    """Return the base with other fields."""
    return {name: value for name, value in {**BASE, **fields}.items() if value is not ABSENT}


def test_changes_of_different_fields_are_both_kept() -> None:
    current, pack = change(starts="2026-12-04 19:00"), change(price={"base": 12, "fee": 1})
    merged = merge_entry(REF, BASE, current, pack)
    assert merged.value == change(starts="2026-12-04 19:00", price={"base": 12, "fee": 1})
    assert merged.conflicts == ()


def test_fields_of_a_map_are_merged_one_by_one() -> None:
    merged = merge_entry(
        REF, BASE, change(price={"base": 12, "fee": 1}), change(price={"base": 9, "fee": 2})
    )
    assert merged.value == change(price={"base": 12, "fee": 2}) and not merged.conflicts


def test_a_field_that_both_sides_change_is_a_conflict_with_both_values() -> None:
    merged = merge_entry(REF, BASE, change(tags=["a", "b"]), change(tags=["c"]))
    assert merged.conflicts == (Conflict(REF, ("tags",), ["a"], ["a", "b"], ["c"]),)


@pytest.mark.parametrize(("side", "tags"), [(Side.CURRENT, ["b"]), (Side.PACK, ["c"])])
def test_the_preferred_side_resolves_a_conflict_and_keeps_other_changes(side: Side, tags: list[str]) -> None:
    merged = merge_entry(REF, BASE, change(tags=["b"], starts="now"), change(tags=["c"]), side)
    assert merged.value == change(tags=tags, starts="now") and not merged.conflicts


def test_removing_an_entry_conflicts_with_changing_it() -> None:
    changed = change(starts="now")
    assert merge_entry(REF, BASE, None, changed).conflicts == (Conflict(REF, (), BASE, ABSENT, changed),)
    assert merge_entry(REF, BASE, changed, None).conflicts == (Conflict(REF, (), BASE, changed, ABSENT),)
    assert merge_entry(REF, BASE, changed, None, Side.PACK).value is None


def test_an_entry_that_one_side_removes_and_the_other_keeps_is_removed() -> None:
    assert merge_entry(REF, BASE, None, BASE).value is None
    assert merge_entry(REF, BASE, BASE, None).value is None


def test_an_entry_that_both_sides_create_is_merged_field_by_field() -> None:
    merged = merge_entry(REF, None, {"key": "final", "a": 1}, {"key": "final", "b": 2})
    assert merged.value == {"key": "final", "a": 1, "b": 2} and not merged.conflicts


@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_a_side_that_changed_nothing_never_conflicts(base: Any, current: Any, pack: Any) -> None:
    assert merge_entry(REF, base, current, base).value == current
    assert merge_entry(REF, base, base, pack).value == pack


@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_sides_are_symmetric(base: Any, current: Any, pack: Any) -> None:
    one, other = merge_entry(REF, base, current, pack), merge_entry(REF, base, pack, current)
    assert {conflict.path for conflict in one.conflicts} == {conflict.path for conflict in other.conflicts}
    assert merge_entry(REF, base, current, pack, Side.PACK).value == merge_entry(
        REF, base, pack, current, Side.CURRENT
    ).value


@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_merging_again_after_a_merge_changes_nothing(base: Any, current: Any, pack: Any) -> None:
    merged = merge_entry(REF, base, current, pack, Side.CURRENT).value
    assert merge_entry(REF, pack, merged, pack).value == merged


@given(before=ENTRIES, after=ENTRIES)
def test_a_change_lists_the_fields_that_differ(before: Any, after: Any) -> None:
    changed = EntryChange(REF, before, after)
    assert bool(changed.list_fields()) <= (hash_entry(before) != hash_entry(after))
    assert changed.invert().invert() == changed
