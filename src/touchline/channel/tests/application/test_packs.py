"""Taking the channel's part of a pack, answering from it, and giving it back."""

from collections.abc import Sequence
from typing import Any

import pytest

from touchline.channel.application.apply_pack import ApplyPack, ExportPack, OpenChannel
from touchline.channel.application.keys import ShowChannelKey
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.tests.fakes import FakeChannelKeys, FakeChannels, FakeContents, PlainProse
from touchline.channel.tests.samples import IDS, whole_part
from touchline.shared.errors import Refused


class Site:
    """A channel made from a part."""

    def __init__(self, part: dict[str, Any]) -> None:
        self.channels, self.contents = FakeChannels(), FakeContents()
        self.open = OpenChannel(self.channels, ShowChannelKey(FakeChannelKeys(), b"secret"))
        self.channels.bound = self.open(part["channel"]["slug"], part["channel"]["name"])
        self.apply(part)
        self.answers = SiteAnswers(self.channels, self.contents, lambda path: path and f"https://m{path}")

    def apply(self, part: dict[str, Any]) -> None:
        """Apply a part to the channel."""
        ApplyPack(self.channels, self.contents, PlainProse())(part, IDS)


@pytest.fixture
def site() -> Site:
    return Site(whole_part())


def test_what_was_applied_is_exported_again(site: Site) -> None:
    assert ExportPack(site.channels, site.contents)() == whole_part()


def test_applying_twice_changes_nothing_and_keeps_ids(site: Site) -> None:
    before = site.answers.start("fr")
    site.apply(whole_part())
    assert site.answers.start("fr") == before


def test_a_pack_of_a_known_slug_opens_the_same_channel(site: Site) -> None:
    assert site.open("prairie", "Another name") == site.channels.bound


def test_a_domain_of_another_channel_is_refused(site: Site) -> None:
    site.channels.bound = site.open("atelier", "Atelier")
    part = whole_part()
    part["channel"]["slug"] = "atelier"
    with pytest.raises(Refused):
        site.apply(part)


def test_texts_are_in_the_asked_language_or_in_the_channels(site: Site) -> None:
    french = site.answers.settings("fr")
    assert french["tagline"] == "Chaque match."
    assert french["static_blocks"]["band"]["title"] == "Only English"


def test_settings_have_the_specs_names(site: Site) -> None:
    settings = site.answers.settings("en")
    assert settings["google-analytics"] == {"google-tag": "G-1"}
    assert settings["yare-analytics"] == {"yare-analytics-key": None, "consent": "ask"}
    assert settings["auth"] == {"remote_auth": 0}
    assert settings["logo"] == "https://m/files/prairie/logo.svg"


def test_things_of_the_catalogue_are_answered_by_id(site: Site) -> None:
    slide = site.answers.slides("en", "participant")[0]
    assert (slide["slidable_type"], slide["slidable_id"], slide["event_id"]) == ("participant", 21, 41)
    film = site.answers.prerolls("en")[0]
    assert (film["location_id"], film["event_categories"]) == (51, [11])


def test_slides_come_by_weight_and_can_be_of_one_type(site: Site) -> None:
    assert [slide["weight"] for slide in site.answers.slides("en")] == [2, 1]
    assert site.answers.slides("en", "group") == []


def test_pictures_in_a_text_are_found_on_the_media_host(site: Site) -> None:
    page = site.answers.pages("en")[0]
    assert 'src="https://m/files/prairie/a.png"' in site.answers.page(page["id"], "en")["html"]


def test_a_menu_entry_leads_to_its_page_or_lists_a_kind(site: Site) -> None:
    about, live, teams = site.answers.menu("en")
    assert (about["url"], about["children"][0]["key"]) == ("/about", "more")
    assert (live["kind"], live["url"]) == ("live", "/live")
    assert (teams["kind"], teams["url"]) == ("participants", None)


def test_the_start_up_bundle_reads_each_kind_of_content_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[type] = []
    read = site.contents.list

    def note(kind: type[Any]) -> Sequence[Any]:
        asked.append(kind)
        return read(kind)

    monkeypatch.setattr(site.contents, "list", note)
    site.answers.start("en")
    assert len(asked) == len(set(asked)) == 6
