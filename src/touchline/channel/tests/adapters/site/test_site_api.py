"""Each endpoint of the channel's own data on the real app, with a pack that uses every feature."""

from pathlib import Path
from typing import Any

import pytest

from touchline.channel.tests.pack_samples import IDS, channel_part
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

ACTION = {"label": "Voir", "url": "/packages"}


@pytest.fixture
def sample_visitor(application: Application, visitor: Visitor) -> Visitor:
    """Return a visitor of a channel with all data set."""
    with application.container.database().transaction(visitor.channel.id):
        application.container.channel.facade().apply_pack(channel_part(), IDS)
    return visitor


def get_single_row(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the only row, without its id."""
    (row,) = rows
    return {name: value for name, value in row.items() if name != "id"}


def test_settings_contain_currency_languages_trackers_blocks_and_prerolls(sample_visitor: Visitor) -> None:
    settings = sample_visitor.data("/settings", lang="fr")
    assert (settings["currency"], settings["language"], settings["languages"]) == ("USD", "en", ["en", "fr"])
    assert settings["google-analytics"] == {"google-tag": "G-1"}
    assert settings["yare-analytics"] == {"yare-analytics-key": None, "consent": "ask"}
    assert settings["auth"] == {"remote_auth": 0, "single_sign_on": None}
    assert settings["storage_prefix"] == "touchline.prairie."
    assert settings["static_blocks"]["band"] == {
        "title": "Only English",
        "html": "<p><em>One</em> game</p>",
        "action": ACTION,
        "image": None,
    }
    assert settings["routes"] == [{"path": "/passes-ecole", "to": "/passes"}]
    assert get_single_row(settings["prerolls"]) == {
        "key": "ad",
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
        "sponsor": "feed",
    }


def test_slides_can_be_filtered_by_type(sample_visitor: Visitor) -> None:
    assert [slide["slidable_type"] for slide in sample_visitor.data("/slides/web")] == ["main", "participant"]
    slide = get_single_row(sample_visitor.data("/slides/web", type="participant", lang="fr"))
    assert (slide["slidable_id"], slide["event_id"], slide["action"]) == (21, 41, ACTION)
    assert sample_visitor.data("/slides/web", type="group") == []
    assert sample_visitor.get("/slides/web", type="banner").status_code == 422


def test_color_settings_contain_colors_theme_and_fonts(sample_visitor: Visitor) -> None:
    assert sample_visitor.data("/color-settings/web") == {
        "scheme": "dark",
        "colors": {"accent": "#ffc53d"},
        "theme": {"font_text": "Hanken Grotesk"},
        "fonts": [{"family": "A", "url": "/files/prairie/a.woff2", "weight": "400", "stretch": "100%"}],
    }


def test_faq_answers_are_html(sample_visitor: Visitor) -> None:
    expected = {"group": None, "question": "Why?", "answer": "<p>Because.</p>"}
    assert get_single_row(sample_visitor.data("/faq", lang="fr")) == expected


def test_custom_texts_use_the_requested_language(sample_visitor: Visitor) -> None:
    assert sample_visitor.data("/static-data", lang="fr") == {"texts": {"hello": "Bonjour"}}


def test_popups_use_the_fallback_language_for_missing_texts(sample_visitor: Visitor) -> None:
    assert get_single_row(sample_visitor.data("/popups", lang="fr")) == {
        "key": "welcome",
        "title": "Welcome",
        "html": "<p>Hi</p>",
        "path": "/",
        "once": True,
        "action": ACTION,
    }


def test_a_pack_file_is_immutable_and_served_to_any_origin(
    sample_visitor: Visitor, application: Application
) -> None:
    path = application.container.open_files().add_bytes("prairie", "logo.svg", b"<svg xmlns='x'/>")
    response = sample_visitor.browser.get(path)
    assert (response.status_code, response.get_data()) == (200, b"<svg xmlns='x'/>")
    assert response.mimetype == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    partial_response = sample_visitor.browser.get(path, headers={"Range": "bytes=0-3"})
    assert (partial_response.status_code, partial_response.get_data()) == (206, b"<svg")
    assert sample_visitor.browser.get("/files/prairie/none.svg").status_code == 404
    assert sample_visitor.browser.get("/files/prairie/..%2F..%2Fsecret.key").status_code == 404


def test_a_video_with_a_mutable_name_supports_ranges(
    sample_visitor: Visitor, application: Application, tmp_path: Path
) -> None:
    video_file = tmp_path / "drawn.mp4"
    video_file.write_bytes(b"0123456789")
    path = application.container.open_files().replace("prairie", "sponsor.mp4", video_file)
    response = sample_visitor.browser.get(path, headers={"Range": "bytes=2-4"})
    assert (response.status_code, response.data, response.content_type) == (206, b"234", "video/mp4")
    assert response.headers["Cache-Control"] == "public, max-age=300"
