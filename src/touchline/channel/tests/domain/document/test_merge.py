"""Three-way merge of entries."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.channel.domain.document.entries import ABSENT, EntryChange, EntryRef, hash_entry
from touchline.channel.domain.document.merge import (
    NO_BASE,
    Base,
    Conflict,
    MergedEntry,
    Side,
    merge_entry,
    merge_order,
)

REF = EntryRef("events", "final")
BASE = {"key": "final", "starts": "2026-12-03 19:00", "price": {"base": 9, "fee": 1}, "tags": ["a"]}
SCALARS = st.one_of(st.integers(0, 3), st.sampled_from(["x", "y"]), st.lists(st.integers(0, 1), max_size=2))
VALUES = st.dictionaries(
    st.sampled_from("abc"), st.one_of(SCALARS, st.dictionaries(st.sampled_from("de"), SCALARS)), max_size=3
)
ENTRIES = st.one_of(st.none(), VALUES)
fast_settings = settings(max_examples=25, deadline=None)


def change(**fields: Any) -> dict[str, Any]:
    """Return the base with other fields."""
    return {name: value for name, value in {**BASE, **fields}.items() if value is not ABSENT}


def merge(base: Any, current: Any, pack: Any, prefer: Side | None = None) -> MergedEntry:
    """Merge an entry that the channel keeps as its pack says."""
    value = ABSENT if base is None else base
    return merge_entry(REF, Base(value, value), current, pack, prefer)


def test_changes_of_different_fields_are_both_kept() -> None:
    current, pack = change(starts="2026-12-04 19:00"), change(price={"base": 12, "fee": 1})
    merged = merge(BASE, current, pack)
    assert merged.value == change(starts="2026-12-04 19:00", price={"base": 12, "fee": 1})
    assert merged.conflicts == ()


def test_fields_of_a_map_are_merged_one_by_one() -> None:
    merged = merge(BASE, change(price={"base": 12, "fee": 1}), change(price={"base": 9, "fee": 2}))
    assert merged.value == change(price={"base": 12, "fee": 2}) and not merged.conflicts


def test_a_field_that_both_sides_change_is_a_conflict_with_both_values() -> None:
    merged = merge(BASE, change(tags=["a", "b"]), change(tags=["c"]))
    assert merged.conflicts == (Conflict(REF, ("tags",), ["a", "b"], ["c"]),)


@pytest.mark.parametrize(("side", "tags"), [(Side.CURRENT, ["b"]), (Side.PACK, ["c"])])
def test_the_preferred_side_resolves_a_conflict_and_keeps_other_changes(side: Side, tags: list[str]) -> None:
    merged = merge(BASE, change(tags=["b"], starts="now"), change(tags=["c"]), side)
    assert merged.value == change(tags=tags, starts="now") and not merged.conflicts


def test_removing_an_entry_conflicts_with_changing_it() -> None:
    changed = change(starts="now")
    assert merge(BASE, None, changed).conflicts == (Conflict(REF, (), ABSENT, changed),)
    assert merge(BASE, changed, None).conflicts == (Conflict(REF, (), changed, ABSENT),)
    assert merge(BASE, changed, None, Side.PACK).value is None


def test_an_entry_that_one_side_removes_and_the_other_keeps_is_removed() -> None:
    assert merge(BASE, None, BASE).value is None
    assert merge(BASE, BASE, None).value is None


def test_an_entry_that_both_sides_create_is_merged_field_by_field() -> None:
    merged = merge(None, {"key": "final", "a": 1}, {"key": "final", "b": 2})
    assert merged.value == {"key": "final", "a": 1, "b": 2} and not merged.conflicts


@fast_settings
@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_a_side_that_changed_nothing_never_conflicts(base: Any, current: Any, pack: Any) -> None:
    assert merge(base, current, base).value == current
    assert merge(base, base, pack).value == pack


@fast_settings
@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_sides_are_symmetric(base: Any, current: Any, pack: Any) -> None:
    one, other = merge(base, current, pack), merge(base, pack, current)
    assert {conflict.path for conflict in one.conflicts} == {conflict.path for conflict in other.conflicts}
    assert merge(base, current, pack, Side.PACK).value == merge(base, pack, current, Side.CURRENT).value


@fast_settings
@given(base=ENTRIES, current=ENTRIES, pack=ENTRIES)
def test_merging_again_after_a_merge_changes_nothing(base: Any, current: Any, pack: Any) -> None:
    merged = merge(base, current, pack, Side.CURRENT).value
    assert merge(pack, merged, pack).value == merged


@fast_settings
@given(before=ENTRIES, after=ENTRIES)
def test_a_change_lists_the_fields_that_differ(before: Any, after: Any) -> None:
    changed = EntryChange(REF, before, after)
    assert bool(changed.list_fields()) <= (hash_entry(before) != hash_entry(after))


def test_a_value_that_the_channel_keeps_differently_is_not_a_change_of_the_document() -> None:
    base = Base({"starts": "December 3"}, {"starts": "December 4", "demo": "game"})
    merged = merge_entry(
        REF, base, {"starts": "December 3"}, {"starts": "December 4", "demo": "game", "label": "final"}
    )
    assert merged == MergedEntry({"starts": "December 4", "demo": "game", "label": "final"})


def test_a_value_that_the_pack_does_not_change_stays_as_the_document_changed_it() -> None:
    base = Base({"starts": "December 3"}, {"starts": "December 4"})
    merged = merge_entry(REF, base, {"starts": "December 9"}, {"starts": "December 4", "label": "final"})
    assert merged.value == {"starts": "December 9", "label": "final"}


ORDER_BASE = Base(["home", "teams", "news"], ["home", "teams", "news"])


@pytest.mark.parametrize(
    ("current", "pack", "merged"),
    [
        (["news", "home", "teams"], ["home", "teams", "news"], ["news", "home", "teams"]),
        (["home", "teams", "news"], ["teams", "home", "news"], ["teams", "home", "news"]),
        (["home", "shop", "teams", "news"], ["news", "home", "teams"], ["news", "home", "shop", "teams"]),
        (["news", "home", "teams"], ["home", "teams", "faq", "news"], ["news", "home", "teams", "faq"]),
        (["first", "home", "teams", "news"], ["home", "teams", "news"], ["first", "home", "teams", "news"]),
    ],
)
def test_the_order_that_one_side_changes_is_kept(
    current: list[str], pack: list[str], merged: list[str]
) -> None:
    assert merge_order("menu", ORDER_BASE, current, pack) == (merged, ())


def test_two_new_orders_are_a_conflict_that_a_preference_resolves() -> None:
    current, pack = ["news", "home", "teams"], ["teams", "home", "news"]
    assert merge_order("menu", ORDER_BASE, current, pack)[1] == (
        Conflict(EntryRef("menu", ""), ("order",), current, pack),
    )
    assert merge_order("menu", ORDER_BASE, current, pack, Side.PACK) == (pack, ())
    assert merge_order("menu", ORDER_BASE, current, pack, Side.CURRENT) == (current, ())
    assert merge_order("menu", NO_BASE, pack, pack) == (pack, ())
