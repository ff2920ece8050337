"""Reading packs without problems."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.front.packs.schemas.theme import DARK, LIGHT
from touchline.front.packs.tests.pack_fixtures import (
    PACK_TIME,
    SMALLEST_CHANNEL,
    copy_pack,
    list_problems,
    read_at_pack_time,
    write_smallest_pack,
)
from touchline.front.packs.validation import contrast
from touchline.shared.money import Money


@pytest.fixture
def full_pack(tmp_path: Path) -> dict[str, Any]:
    return read_at_pack_time(copy_pack("whole", tmp_path)).content


def index_by_key(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {entry["key"]: entry for entry in entries}


def test_slug_name_and_domains_are_enough_for_a_channel(tmp_path: Path) -> None:
    channel = read_at_pack_time(write_smallest_pack(tmp_path)).content["channel"]
    assert channel["languages"] == ["en"]
    assert (channel["currency"], channel["time_zone"]) == ("USD", "UTC")
    assert channel["colors"] == DARK
    assert channel["theme"]["scheme"] == "dark"
    assert channel["settings"]["home"] == [
        "live",
        "upcoming",
        "groups",
        "library",
        "finished",
        "clips",
        "categories",
    ]


def test_a_channel_without_a_menu_gets_one_in_its_languages(tmp_path: Path) -> None:
    root = write_smallest_pack(tmp_path)
    (root / "channel.yaml").write_text(SMALLEST_CHANNEL + "language: fr\nlanguages: [en]\n")
    menu = index_by_key(read_at_pack_time(root).content["menu"])
    assert menu["schedule"]["label"] == {"fr": "Calendrier", "en": "Schedule"}
    assert menu["faq"]["area"] == "footer"


def test_a_light_channel_without_colors_gets_the_neutral_light_theme(tmp_path: Path) -> None:
    root = write_smallest_pack(tmp_path)
    (root / "channel.yaml").write_text(SMALLEST_CHANNEL + "theme: {scheme: light}\n")
    assert read_at_pack_time(root).content["channel"]["colors"] == LIGHT


@pytest.mark.parametrize("colors", [DARK, LIGHT])
def test_the_neutral_themes_are_readable(colors: dict[str, str]) -> None:
    assert list(contrast.find_failing_pairs(colors)) == []


def test_texts_become_maps_by_language(full_pack: dict[str, Any]) -> None:
    assert index_by_key(full_pack["categories"])["talks"]["name"] == {"en": "Talks"}
    assert full_pack["texts"] == {"hero.line": {"en": "The valley plays", "fr": "La vallée joue"}}


def test_dates_become_instants_counted_from_the_day_of_the_apply_in_the_channels_zone(
    full_pack: dict[str, Any],
) -> None:
    events = index_by_key(full_pack["events"])
    assert events["hawks-at-otters"]["starts"] == datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    assert events["on-air"]["starts"] == datetime(2026, 11, 21, 17, 20, tzinfo=UTC)
    assert events["coach-talk"]["starts"] == datetime(2026, 11, 21, 0, 30, tzinfo=UTC)
    assert index_by_key(full_pack["library"]["items"])["bread"]["date"] == datetime(
        2026, 11, 15, 6, 0, tzinfo=UTC
    )


def test_prices_are_exact_and_in_the_channels_currency(full_pack: dict[str, Any]) -> None:
    price = index_by_key(full_pack["events"])["hawks-at-otters"]["price"]
    assert price == {"base": Money(890, "USD"), "fee": Money(100, "USD")}
    assert index_by_key(full_pack["packages"]["packages"])["season"]["price"]["fee"] == Money(0, "USD")


def test_images_become_content_hashed_urls_in_fields_and_markdown(full_pack: dict[str, Any]) -> None:
    logo = full_pack["channel"]["logo"]
    assert logo.startswith("/files/riverside/") and logo.endswith("-mark.svg")
    assert f"![The mark]({logo})" in full_pack["pages"][0]["text"]["en"]
    assert f"![The mark]({logo})" in full_pack["channel"]["static_blocks"]["promise"]["text"]["en"]


def test_a_page_takes_its_translation_from_the_file_beside_it(full_pack: dict[str, Any]) -> None:
    (page,) = full_pack["pages"]
    assert (page["key"], page["url"]) == ("about", "/about")
    assert page["alt_name"] == {"en": "The people", "fr": "Les gens"}
    assert page["text"]["fr"].startswith("# Qui sommes-nous")


def test_a_package_of_type_team_is_a_team_pass(full_pack: dict[str, Any]) -> None:
    packages = index_by_key(full_pack["packages"]["packages"])
    assert packages["team"]["is_team_pass"] and not packages["season"]["is_team_pass"]


def test_a_package_has_a_duration(full_pack: dict[str, Any]) -> None:
    packages = index_by_key(full_pack["packages"]["packages"])
    assert {key: (package["days"], package["until"]) for key, package in packages.items()} == {
        "single": (30, None),
        "season": (None, date(2027, 6, 30)),
        "team": (None, None),
    }


def test_a_promo_code_is_in_capitals_and_lasts_to_the_end_of_its_last_day(full_pack: dict[str, Any]) -> None:
    tipoff, five, half = full_pack["coupons"]
    assert (tipoff["code"], tipoff["percent"], tipoff["amount"]) == ("TIPOFF20", 20, None)
    assert tipoff["products"] == ["event", "package:season"]
    assert (tipoff["limit"], tipoff["limit_each"]) == (500, 1)
    assert tipoff["starts"] == datetime(2026, 11, 1, 5, 0, tzinfo=UTC)
    assert tipoff["ends"] == datetime(2027, 3, 1, 6, 0, tzinfo=UTC)
    assert (five["amount"], five["percent"], five["limit_each"]) == (Money(500, "USD"), None, None)
    assert half["percent"] == Decimal("12.5")


def test_each_context_gets_its_own_files(tmp_path: Path) -> None:
    pack = read_at_pack_time(copy_pack("whole", tmp_path))
    assert set(pack.get_part("billing")) == {"packages", "subscriptions", "coupons"}
    assert set(pack.get_part("catalog")) == {
        "sports", "categories", "locations", "groups", "properties", "participants", "events", "library"
    }  # fmt: skip
    assert "pages" in pack.get_part("channel") and "events" not in pack.get_part("channel")
    assert [footage["key"] for footage in pack.get_part("demo")["footage"]] == ["game"]


def test_a_file_that_was_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    root = write_smallest_pack(tmp_path)
    (root / "channel.yaml").write_bytes(b"\xef\xbb\xbf" + SMALLEST_CHANNEL.encode())
    assert read_at_pack_time(root, PACK_TIME).slug == "tiny"


def test_a_folder_without_a_channel_is_no_pack(tmp_path: Path) -> None:
    assert list_problems(tmp_path) == ["channel.yaml:1: is missing; every pack needs one"]
