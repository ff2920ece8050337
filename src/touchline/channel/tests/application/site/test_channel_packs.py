"""Applying, serving and exporting the channel's part of a pack."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest

from touchline.channel.application.site.channel_packs import ApplyPack, EnsureChannel, ExportPack
from touchline.channel.application.site.keys import GetChannelKey
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.ports.site.slide_events import SlideEvent
from touchline.channel.tests.pack_samples import IDS, channel_part
from touchline.channel.tests.site_fakes import (
    FakeChannelKeys,
    FakeChannels,
    FakeContents,
    PlainMarkdownRenderer,
)
from touchline.shared.errors import RefusedError


class FakeSlideEvents:
    """A channel whose events have no pictures."""

    def __call__(self, event_ids: Collection[int], language: str) -> Mapping[int, SlideEvent]:
        return {}


class PackHarness:
    """A channel created from a pack part."""

    def __init__(self, part: dict[str, Any]) -> None:
        self.channels, self.contents = FakeChannels(), FakeContents()
        self.ensure_channel = EnsureChannel(self.channels, GetChannelKey(FakeChannelKeys(), b"secret"))
        self.channels.current_id = self.ensure_channel(part["channel"]["slug"], part["channel"]["name"])
        self.apply(part)
        self.site_serializer = SiteSerializer(
            self.channels, self.contents, lambda path: path and f"https://m{path}", lambda: FakeSlideEvents()
        )

    def apply(self, part: dict[str, Any]) -> None:
        """Apply a pack part to the channel."""
        ApplyPack(self.channels, self.contents, PlainMarkdownRenderer())(part, IDS)


@pytest.fixture
def harness() -> PackHarness:
    return PackHarness(channel_part())


def test_an_applied_pack_is_exported_unchanged(harness: PackHarness) -> None:
    assert ExportPack(harness.channels, harness.contents)() == channel_part()


def test_applying_is_idempotent_and_keeps_ids(harness: PackHarness) -> None:
    before = harness.site_serializer.get_startup_data("fr")
    harness.apply(channel_part())
    assert harness.site_serializer.get_startup_data("fr") == before


def test_an_existing_slug_keeps_its_channel(harness: PackHarness) -> None:
    assert harness.ensure_channel("prairie", "Another name") == harness.channels.current_id


def test_a_domain_of_another_channel_is_rejected(harness: PackHarness) -> None:
    harness.channels.current_id = harness.ensure_channel("atelier", "Atelier")
    part = channel_part()
    part["channel"]["slug"] = "atelier"
    with pytest.raises(RefusedError):
        harness.apply(part)


def test_texts_use_the_requested_or_the_channel_language(harness: PackHarness) -> None:
    french = harness.site_serializer.settings("fr")
    assert french["tagline"] == "Chaque match."
    assert french["static_blocks"]["band"]["title"] == "Only English"


def test_settings_use_the_specified_names(harness: PackHarness) -> None:
    settings = harness.site_serializer.settings("en")
    assert settings["google-analytics"] == {"google-tag": "G-1"}
    assert settings["yare-analytics"] == {"yare-analytics-key": None, "consent": "ask"}
    assert settings["auth"] == {"remote_auth": 0, "single_sign_on": None}
    assert settings["logo"] == "https://m/files/prairie/logo.svg"


def test_catalog_items_are_referenced_by_id(harness: PackHarness) -> None:
    slide = harness.site_serializer.slides("en", "participant")[0]
    assert (slide["slidable_type"], slide["slidable_id"], slide["event_id"]) == ("participant", 21, 41)
    preroll = harness.site_serializer.prerolls("en")[0]
    assert (preroll["location_id"], preroll["event_categories"]) == (51, [11])


def test_slides_are_sorted_by_weight_and_filtered_by_type(harness: PackHarness) -> None:
    assert [slide["weight"] for slide in harness.site_serializer.slides("en")] == [2, 1]
    assert harness.site_serializer.slides("en", "group") == []


def test_images_in_html_use_the_media_host(harness: PackHarness) -> None:
    page = harness.site_serializer.pages("en")[0]
    assert 'src="https://m/files/prairie/a.png"' in harness.site_serializer.page(page["id"], "en")["html"]


def test_a_menu_entry_links_to_a_page_or_lists_a_kind(harness: PackHarness) -> None:
    about_entry, live, teams = harness.site_serializer.menu("en")
    assert (about_entry["url"], about_entry["children"][0]["key"]) == ("/about", "more")
    assert (live["kind"], live["url"]) == ("live", "/live")
    assert (teams["kind"], teams["url"]) == ("participants", None)


def test_startup_data_reads_each_kind_of_content_once(
    harness: PackHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_kinds: list[type] = []
    original_list = harness.contents.list

    def record_read(kind: type[Any]) -> Sequence[Any]:
        read_kinds.append(kind)
        return original_list(kind)

    monkeypatch.setattr(harness.contents, "list", record_read)
    harness.site_serializer.get_startup_data("en")
    assert len(read_kinds) == len(set(read_kinds)) == 6
