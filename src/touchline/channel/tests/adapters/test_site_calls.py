"""Each call of the channel's own data on the real app, from a pack with something of everything."""

from pathlib import Path
from typing import Any

import pytest

from touchline.channel.tests.samples import IDS, whole_part
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

ACTION = {"label": "Voir", "url": "/packages"}


@pytest.fixture
def whole(house: House, visitor: Visitor) -> Visitor:
    """A visitor of a channel that says everything."""
    with house.container.database().transaction(visitor.channel.id):
        house.container.channel.facade().apply_pack(whole_part(), IDS)
    return visitor


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The one row, without its id."""
    (row,) = rows
    return {name: value for name, value in row.items() if name != "id"}


def test_settings_say_currency_languages_trackers_blocks_and_prerolls(whole: Visitor) -> None:
    settings = whole.data("/settings", lang="fr")
    assert (settings["currency"], settings["language"], settings["languages"]) == ("USD", "en", ["en", "fr"])
    assert settings["google-analytics"] == {"google-tag": "G-1"}
    assert settings["yare-analytics"] == {"yare-analytics-key": None, "consent": "ask"}
    assert settings["auth"] == {"remote_auth": 0}
    assert settings["storage_prefix"] == "touchline.prairie."
    assert settings["static_blocks"]["band"] == {
        "title": "Only English",
        "html": "<p><em>One</em> game</p>",
        "action": ACTION,
        "image": None,
    }
    assert settings["routes"] == [{"path": "/passes-ecole", "to": "/passes"}]
    assert only(settings["prerolls"]) == {
        "name": "Grains et semences",
        "url": "/files/prairie/0123456789ab-ad.mp4",
        "vast_url": None,
        "weight": 1,
        "location_id": 51,
        "event_categories": [11],
        "for_vod": True,
        "for_live": False,
        "skip_after": 5,
        "click_url": None,
    }


def test_slides_of_all_types_or_of_one(whole: Visitor) -> None:
    assert [slide["slidable_type"] for slide in whole.data("/slides/web")] == ["main", "participant"]
    slide = only(whole.data("/slides/web", type="participant", lang="fr"))
    assert (slide["slidable_id"], slide["event_id"], slide["action"]) == (21, 41, ACTION)
    assert whole.data("/slides/web", type="group") == []
    assert whole.get("/slides/web", type="banner").status_code == 422


def test_colours_theme_and_fonts(whole: Visitor) -> None:
    assert whole.data("/color-settings/web") == {
        "scheme": "dark",
        "colors": {"accent": "#ffc53d"},
        "theme": {"font_text": "Hanken Grotesk"},
        "fonts": [{"family": "A", "url": "/files/prairie/a.woff2", "weight": "400", "stretch": "100%"}],
    }


def test_questions_have_answers_in_html(whole: Visitor) -> None:
    expected = {"group": None, "question": "Why?", "answer": "<p>Because.</p>"}
    assert only(whole.data("/faq", lang="fr")) == expected


def test_custom_texts(whole: Visitor) -> None:
    assert whole.data("/static-data", lang="fr") == {"texts": {"hello": "Bonjour"}}


def test_popups(whole: Visitor) -> None:
    assert only(whole.data("/popups", lang="fr")) == {
        "key": "welcome",
        "title": "Welcome",
        "html": "<p>Hi</p>",
        "path": "/",
        "once": True,
        "action": ACTION,
    }


def test_a_file_of_the_pack_is_served_for_ever_and_to_every_origin(whole: Visitor, house: House) -> None:
    path = house.container.open_files().add_bytes("prairie", "logo.svg", b"<svg xmlns='x'/>")
    answer = whole.browser.get(path)
    assert (answer.status_code, answer.get_data()) == (200, b"<svg xmlns='x'/>")
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    part = whole.browser.get(path, headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.get_data()) == (206, b"<svg")
    assert whole.browser.get("/files/prairie/none.svg").status_code == 404
    assert whole.browser.get("/files/prairie/..%2F..%2Fsecret.key").status_code == 404


def test_a_film_under_a_name_of_its_own_may_change_and_is_served_in_parts(
    whole: Visitor, house: House, tmp_path: Path
) -> None:
    film = tmp_path / "drawn.mp4"
    film.write_bytes(b"0123456789")
    path = house.container.open_files().place("prairie", "sponsor.mp4", film)
    answer = whole.browser.get(path, headers={"Range": "bytes=2-4"})
    assert (answer.status_code, answer.data, answer.content_type) == (206, b"234", "video/mp4")
    assert answer.headers["Cache-Control"] == "public, max-age=300"
