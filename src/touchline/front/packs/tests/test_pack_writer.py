"""Written packs read back to the same content."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from touchline.front.packs.pack_writer import PackWriter, assign_file_names, dump_yaml
from touchline.front.packs.parser.documents import read_yaml
from touchline.front.packs.schemas.context import PackContext
from touchline.front.packs.tests.pack_fixtures import PACK_TIME, copy_pack, read_at_pack_time

TEXTS = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"))
    .map(str.strip)
    .filter(bool)
)
AMOUNTS = st.decimals(0, 9999, places=2)
VALUES = st.recursive(
    TEXTS | st.integers() | st.booleans() | AMOUNTS,
    lambda inner: st.lists(inner, min_size=1) | st.dictionaries(TEXTS.map(repr), inner, min_size=1),
    max_leaves=12,
)


@settings(deadline=None)
@given(
    st.dictionaries(st.sampled_from(["name", "price", "text", "action"]), VALUES)
    | st.lists(VALUES, min_size=1)
)
@example({"price": {"'0'": "?0"}})
@example({"price": {"'0'": ":0"}})
def test_any_value_survives_yaml(value: Any) -> None:
    document, problems = read_yaml("any.yaml", dump_yaml(value))
    assert problems == []
    assert (document.data or {}) == value


def test_amounts_are_written_with_all_their_digits_and_without_quotes() -> None:
    assert dump_yaml({"price": {"base": Decimal("8.90")}}) == "price: {base: 8.90}\n"


def test_a_written_pack_reads_back_to_the_same_content(tmp_path: Path) -> None:
    pack = read_at_pack_time(copy_pack("whole", tmp_path))
    channel = pack.content["channel"]
    names = assign_file_names(pack.files)
    context = PackContext(
        PACK_TIME, "en", tuple(channel["languages"]), "USD", ZoneInfo(channel["time_zone"]), file_names=names
    )
    copy = tmp_path / "copy"
    for name, text in PackWriter(context).render_files(pack.content).items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text)
    for url, name in names.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(pack.files[url].read_bytes())
    assert read_at_pack_time(copy, PACK_TIME + timedelta(days=300)).content == pack.content


def test_two_files_with_the_same_name_get_different_names() -> None:
    first, second = "/files/a/0123456789ab-logo.svg", "/files/a/ba9876543210-logo.svg"
    assert assign_file_names([second, first]) == {
        first: "pictures/logo.svg",
        second: "pictures/ba9876543210-logo.svg",
    }
