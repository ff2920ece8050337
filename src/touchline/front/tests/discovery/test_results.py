"""Results in shared content: they come after the final, and not to those who hide scores (ADR 89)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.shared.clock import FixedClock

pytestmark = pytest.mark.usefixtures("dist")
HOST = "prairie.localhost"
SENTENCE = "Final: Harlan Falls 2–3 Cedar Ridge (OT)"
SCORES = ("2–3", "2-3", "3–2", "(OT)", '"score"')
Read = Callable[..., str]


@pytest.fixture
def read(client: FlaskClient, site: ChannelDetails) -> Read:
    """Return `read("/watch/3", scores="hidden")`, which returns the text of a response. With `cookie`, the
    browser has this value of `touchline_scores`.
    """

    def get(path: str, cookie: str = "", **query: Any) -> str:
        client.set_cookie("touchline_scores", cookie, domain=HOST)
        response = client.get(path, query_string=query or None, base_url=f"http://{HOST}")
        assert response.status_code == 200
        return response.text

    return get


@pytest.fixture
def over(ids: Callable[[str, str], int]) -> str:
    """Return the path of a game that ended 2–3 after overtime."""
    return f"/watch/{ids('event', 'over')}"


def test_the_page_and_the_calendars_of_a_finished_game_have_its_result(read: Read, over: str) -> None:
    page = read(over)
    assert f'<meta name="description" content="{SENTENCE}' in page
    assert f'<meta property="og:description" content="{SENTENCE}' in page
    assert '"propertyID": "result"' in page and '"value": "2–3 (OT)"' in page
    for path in (f"{over}.ics", "/calendar.ics"):
        assert SENTENCE in read(path).replace("\r\n ", "")


def test_the_result_is_in_the_language_of_the_page(read: Read, over: str) -> None:
    assert "Score final\u00a0: Harlan Falls 2–3 Cedar Ridge (prol.)" in read(over, lang="fr")


def test_a_link_with_hidden_scores_has_no_result(read: Read, over: str) -> None:
    hidden = {"scores": "hidden"}
    oembed = read("/oembed", url=f"http://{HOST}{over}?scores=hidden")
    shown_image = read("/oembed", url=f"http://{HOST}{over}")
    texts = [read(over, **hidden), read(f"{over}.ics", **hidden), read("/calendar.ics", **hidden), oembed]
    for text in texts:
        assert "Harlan Falls" in text
        assert not any(score in text for score in SCORES)
    assert oembed != shown_image
    assert f'<meta property="og:url" content="http://{HOST}{over}?scores=hidden">' in texts[0]


def test_the_cookie_of_a_viewer_hides_the_result_on_pages_alone(read: Read, over: str) -> None:
    assert SENTENCE in read(over)
    assert not any(score in read(over, "hidden") for score in SCORES)
    assert SENTENCE in read(over)
    assert SENTENCE in read(f"{over}.ics", "hidden").replace("\r\n ", "")


def test_the_cookie_keeps_the_text_of_the_operator_off_the_page(
    read: Read, ids: Callable[[str, str], int], apply_events: Callable[..., None]
) -> None:
    apply_events(description={"en": "The visitors win.", "fr": "Les visiteurs gagnent."})
    path = f"/watch/{ids('event', 'plain')}"
    assert "The visitors win." in read(path)
    assert "The visitors win." not in read(path, "hidden")


def test_a_game_that_is_not_over_has_no_result(
    read: Read, ids: Callable[[str, str], int], apply_events: Callable[..., None], clock: FixedClock
) -> None:
    apply_events(score={"away": 1, "home": 4, "note": {}})
    path = f"/watch/{ids('event', 'plain')}"
    assert "1–4" not in read(path) and "1–4" not in read(f"{path}.ics")
    clock.advance(timedelta(days=1))
    assert "1–4" in read(path) and "1–4" in read(f"{path}.ics")
