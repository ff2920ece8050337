"""Captions that are sent while an event is live, over HTTP and with an access token."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application

STREAM = "/studio/events/later/stream"
CAPTIONS = f"{STREAM}/captions"


@pytest.fixture
def operator(operator: Visitor, application: Application) -> Visitor:
    """Return an owner of the channel, whose event has an open stream."""
    assert operator.post(STREAM).status_code == 200
    get_clock(application).set(NOON)
    return operator


def list_captions(application: Application, season: ChannelDetails) -> list[tuple[str, float, str]]:
    """Return the language, the start in seconds after noon and the text of each caption."""
    container: Any = application.container
    catalog = container.catalog
    with container.database().transaction(season.id):
        event_id = catalog.event_media().find_id("later")
        found = catalog.live_captions().list_between(event_id, NOON - timedelta(1), NOON + timedelta(1))
        return [(row.language, (row.starts_at - NOON).total_seconds(), row.text) for row in found]


def create_token(operator: Visitor) -> str:
    response = operator.post("/studio/tokens", name="Captions", scopes=["manage_live"], expires_in_days=30)
    assert response.json is not None
    return str(response.json["data"]["secret"])


def send_text(operator: Visitor, token: str, path: str, text: str) -> TestResponse:
    """Send text as caption software does: with the token as the password of the address."""
    credentials = base64.b64encode(f"captions:{token}".encode()).decode()
    return operator.browser.post(
        f"/api{CAPTIONS}/{path}",
        data=text.encode(),
        headers={"Authorization": f"Basic {credentials}", "Content-Type": "text/plain"},
    )


def get_code(response: TestResponse) -> str:
    assert response.status_code == 400 and response.json is not None
    return str(response.json["code"])


def test_a_caption_begins_when_it_arrives_unless_it_has_a_time(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    timed = {"text": "Puck drop", "starts_at": (NOON + timedelta(seconds=4.5)).isoformat()}
    response = operator.post(
        CAPTIONS, language="en-us", captions=[{"text": "  The   teams<br>line up"}, timed]
    )
    assert response.json["data"]["language"] == "en-US"  # type: ignore[index]
    assert response.json["data"]["count"] == 2  # type: ignore[index]
    assert list_captions(application, season) == [
        ("en-US", 0, "The teams\nline up"),
        ("en-US", 4.5, "Puck drop"),
    ]


def test_a_caption_with_the_id_of_another_replaces_it(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    for seconds, text in enumerate(("The", "The shot", "The shot is wide.")):
        get_clock(application).set(NOON + timedelta(seconds=seconds))
        operator.post(CAPTIONS, language="en", captions=[{"id": "7", "text": text}])
    operator.post(CAPTIONS, language="fr", captions=[{"id": "7", "text": "Le tir est raté."}])
    assert list_captions(application, season) == [
        ("en", 0, "The shot is wide."),
        ("fr", 2, "Le tir est raté."),
    ]


def test_youtube_software_sends_times_and_reads_the_clock(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    token = create_token(operator)
    body = "2026-11-21T18:00:01.250 region:reg1#cue1\nHERE COMES<br>THE CORNER\n2026-11-21T18:00:03\nGOAL\n"
    for _ in range(2):
        response = send_text(operator, token, "youtube?cid=1&lang=en&seq=3", body)
        assert (response.status_code, response.text) == (200, "2026-11-21T18:00:00.000")
    assert list_captions(application, season) == [
        ("en", 1.25, "HERE COMES\nTHE CORNER"),
        ("en", 3, "GOAL"),
    ]
    assert send_text(operator, token, "youtube?seq=4", "").text == "2026-11-21T18:00:00.000"
    assert get_code(send_text(operator, token, "youtube?lang=en", "no time\n")) == "errors.captions_no_times"


def test_software_that_sends_too_many_captions_at_once_is_refused(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    body = "2026-11-21T18:00:01.250\nGOAL\n" * 51
    response = send_text(operator, create_token(operator), "youtube?lang=en", body)
    assert (response.status_code, get_code(response)) == (400, "errors.captions_too_many")
    assert list_captions(application, season) == []


def test_zoom_software_sends_text_that_begins_now(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    token = create_token(operator)
    for seconds, seq, text in ((0, 1, "Bonjour"), (1, 1, "Bonjour"), (2, 2, "à tous"), (3, 3, " ")):
        get_clock(application).set(NOON + timedelta(seconds=seconds))
        assert send_text(operator, token, f"zoom?lang=fr-CA&seq={seq}", text).text == str(seq)
    assert list_captions(application, season) == [("fr-CA", 0, "Bonjour"), ("fr-CA", 2, "à tous")]


def test_software_that_restarts_counts_from_one_again(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    token = create_token(operator)
    for minutes in (0, 5):
        get_clock(application).set(NOON + timedelta(minutes=minutes))
        send_text(operator, token, "zoom?lang=en&seq=1", "[ Applause ]")
    assert [start for _, start, _ in list_captions(application, season)] == [0, 300]


def test_a_refusal_says_what_to_change(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    def send(language: str = "en", **caption: Any) -> TestResponse:
        return operator.post(CAPTIONS, language=language, captions=[{"text": "Hello", **caption}])

    for name in ("en@/../../x", 'en"', "en@\n#EXT"):
        assert get_code(send(name)) == "errors.captions_language"
    assert get_code(send("klingonese")) == get_code(send("")) == "errors.captions_language"
    assert get_code(send(starts_at="2026-11-20T18:00:00Z")) == "errors.captions_wrong_time"
    reversed_times = {"starts_at": "2026-11-21T18:00:02Z", "ends_at": "2026-11-21T18:00:01Z"}
    assert get_code(send(**reversed_times)) == "errors.captions_wrong_time"
    assert operator.post(CAPTIONS, language="en", captions=[]).status_code == 422
    for number in range(8):
        assert send(("en", "fr", "es", "de", "it", "pt", "nl", "sv")[number]).status_code == 200
    assert get_code(send("pl")) == "errors.captions_languages"
    operator.post(f"{STREAM}/stop")
    assert get_code(send()) == "errors.captions_no_stream"
    unknown = "/studio/events/unknown/stream/captions"
    assert operator.post(unknown, language="en", captions=[{"text": "Hi"}]).status_code == 404


def test_a_token_of_another_scope_cannot_send_captions(operator: Visitor) -> None:
    response = operator.post("/studio/tokens", name="Scores", scopes=["score_events"], expires_in_days=30)
    assert response.json is not None
    secret = response.json["data"]["secret"]
    assert send_text(operator, secret, "zoom?lang=en&seq=1", "Hello").status_code == 403
    assert send_text(operator, "wrong", "zoom?lang=en&seq=1", "Hello").status_code == 403


def test_the_studio_shows_what_has_arrived(
    operator: Visitor, application: Application, season: ChannelDetails
) -> None:
    chosen = operator.browser.put(
        f"/api{CAPTIONS}", json={"api_key": operator.api_key, "languages": ["fr-ca", "en", "en"]}
    )
    assert chosen.status_code == 200
    operator.post(CAPTIONS, captions=[{"text": "un"}])
    late = (NOON - timedelta(seconds=3)).isoformat()
    operator.post(CAPTIONS, captions=[{"text": "deux", "starts_at": late}])
    assert operator.data(CAPTIONS) == [
        {
            "language": "fr-CA",
            "name": "Français (Canada)",
            "count": 2,
            "received_at": "2026-11-21T18:00:00Z",
            "delay_ms": 3000,
        },
        {"language": "en", "name": "English", "count": 0, "received_at": None, "delay_ms": None},
    ]
