"""What a pack without problems is read into."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.front.packs import contrast
from touchline.front.packs.schemas.theme import DARK, LIGHT
from touchline.front.packs.tests.packs import NOON, SMALLEST, copy_of, problems_of, read, smallest
from touchline.shared.money import Money


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, Any]:
    return read(copy_of("whole", tmp_path)).content


def by_key(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {entry["key"]: entry for entry in entries}


def test_slug_name_and_domains_are_enough_for_a_channel(tmp_path: Path) -> None:
    channel = read(smallest(tmp_path)).content["channel"]
    assert channel["languages"] == ["en"]
    assert (channel["currency"], channel["time_zone"]) == ("USD", "UTC")
    assert channel["colors"] == DARK
    assert channel["theme"]["scheme"] == "dark"
    assert channel["settings"]["home"] == ["live", "upcoming", "groups", "library", "finished", "categories"]


def test_a_channel_without_a_menu_gets_one_in_its_languages(tmp_path: Path) -> None:
    root = smallest(tmp_path)
    (root / "channel.yaml").write_text(SMALLEST + "language: fr\nlanguages: [en]\n")
    menu = by_key(read(root).content["menu"])
    assert menu["schedule"]["label"] == {"fr": "Calendrier", "en": "Schedule"}
    assert menu["faq"]["area"] == "footer"


def test_a_light_channel_that_names_no_colours_gets_the_neutral_light_look(tmp_path: Path) -> None:
    root = smallest(tmp_path)
    (root / "channel.yaml").write_text(SMALLEST + "theme: {scheme: light}\n")
    assert read(root).content["channel"]["colors"] == LIGHT


@pytest.mark.parametrize("look", [DARK, LIGHT])
def test_the_neutral_looks_can_be_read(look: dict[str, str]) -> None:
    assert list(contrast.failing(look)) == []


def test_texts_become_maps_by_language(whole: dict[str, Any]) -> None:
    assert by_key(whole["categories"])["talks"]["name"] == {"en": "Talks"}
    assert whole["texts"] == {"hero.line": {"en": "The valley plays", "fr": "La vallée joue"}}


def test_dates_become_instants_counted_from_the_day_of_the_apply_in_the_channels_zone(
    whole: dict[str, Any],
) -> None:
    events = by_key(whole["events"])
    assert events["hawks-at-otters"]["starts"] == datetime(2026, 11, 22, 1, 0, tzinfo=UTC)
    assert events["on-air"]["starts"] == datetime(2026, 11, 21, 17, 20, tzinfo=UTC)
    assert events["coach-talk"]["starts"] == datetime(2026, 11, 21, 0, 30, tzinfo=UTC)
    assert by_key(whole["library"]["items"])["bread"]["date"] == datetime(2026, 11, 15, 6, 0, tzinfo=UTC)


def test_prices_are_exact_and_in_the_channels_currency(whole: dict[str, Any]) -> None:
    price = by_key(whole["events"])["hawks-at-otters"]["price"]
    assert price == {"base": Money(890, "USD"), "fee": Money(100, "USD")}
    assert by_key(whole["packages"]["packages"])["season"]["price"]["fee"] == Money(0, "USD")


def test_pictures_become_addresses_by_content_in_fields_and_in_markdown(whole: dict[str, Any]) -> None:
    logo = whole["channel"]["logo"]
    assert logo.startswith("/files/riverside/") and logo.endswith("-mark.svg")
    assert f"![The mark]({logo})" in whole["pages"][0]["text"]["en"]
    assert f"![The mark]({logo})" in whole["channel"]["static_blocks"]["promise"]["text"]["en"]


def test_a_page_takes_its_translation_from_the_file_beside_it(whole: dict[str, Any]) -> None:
    (page,) = whole["pages"]
    assert (page["key"], page["url"]) == ("about", "/about")
    assert page["alt_name"] == {"en": "The people", "fr": "Les gens"}
    assert page["text"]["fr"].startswith("# Qui sommes-nous")


def test_a_package_of_type_team_is_a_team_pass(whole: dict[str, Any]) -> None:
    packages = by_key(whole["packages"]["packages"])
    assert packages["team"]["is_team_pass"] and not packages["season"]["is_team_pass"]


def test_a_package_says_how_long_it_opens_something(whole: dict[str, Any]) -> None:
    packages = by_key(whole["packages"]["packages"])
    assert {key: (one["days"], one["until"]) for key, one in packages.items()} == {
        "single": (30, None),
        "season": (None, date(2027, 6, 30)),
        "team": (None, None),
    }


def test_a_promo_code_is_in_capitals_and_lasts_to_the_end_of_its_last_day(whole: dict[str, Any]) -> None:
    tipoff, five, half = whole["coupons"]
    assert (tipoff["code"], tipoff["percent"], tipoff["amount"]) == ("TIPOFF20", 20, None)
    assert tipoff["products"] == ["event", "package:season"]
    assert (tipoff["limit"], tipoff["limit_each"]) == (500, 1)
    assert tipoff["starts"] == datetime(2026, 11, 1, 5, 0, tzinfo=UTC)
    assert tipoff["ends"] == datetime(2027, 3, 1, 6, 0, tzinfo=UTC)
    assert (five["amount"], five["percent"], five["limit_each"]) == (Money(500, "USD"), None, None)
    assert half["percent"] == Decimal("12.5")


def test_each_context_gets_the_files_that_are_its_own(tmp_path: Path) -> None:
    pack = read(copy_of("whole", tmp_path))
    assert set(pack.part("billing")) == {"packages", "subscriptions", "coupons"}
    assert set(pack.part("catalog")) == {
        "categories", "locations", "groups", "properties", "participants", "events", "library"
    }  # fmt: skip
    assert "pages" in pack.part("channel") and "events" not in pack.part("channel")
    assert [one["key"] for one in pack.part("demo")["footage"]] == ["game"]


def test_a_file_that_was_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    root = smallest(tmp_path)
    (root / "channel.yaml").write_bytes(b"\xef\xbb\xbf" + SMALLEST.encode())
    assert read(root, NOON).slug == "tiny"


def test_a_folder_without_a_channel_is_no_pack(tmp_path: Path) -> None:
    assert problems_of(tmp_path) == ["channel.yaml:1: is not there; every pack has one"]
