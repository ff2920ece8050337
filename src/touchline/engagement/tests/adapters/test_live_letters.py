"""The letter that a game is live, from the bell to the click that stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.engagement.application import tell_live
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR, game
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task

Letter = Any
"""`touchline.channel.ports.post.Letter`, which is another context's."""
Letters = Callable[[], Sequence[Letter]]
SCORE = {"away": 41, "home": 37, "note": None}


@pytest.fixture
def letter(
    ada: Visitor,
    season: ChannelFacts,
    apply: Apply,
    ids: Ids,
    house: House,
    clock: FixedClock,
    letters: Letters,
) -> Letter:
    """Ada waits for a team; its game, which has a score already, goes live."""
    clock.set(NOON - 2 * HOUR)
    apply(season, events=[game("on-now", NOON - HOUR, score=SCORE)])
    ada.post("/reminder", about_type="participant", about_id=ids("participant", "cedar-hockey"))
    clock.set(NOON)
    house.runner.run(Task(tell_live.TELL_LIVE, ()))
    return next(one for one in letters() if one.unsubscribe)


def test_it_says_which_game_and_why_and_leads_there(letter: Letter, ids: Ids) -> None:
    assert letter.subject == "Harlan Hockey @ Cedar Hockey (Nov 21, 2026, 11:00\u202fAM) is live"
    assert "when Cedar Hockey goes live" in letter.text
    link = f"http://prairie.localhost:8080/watch/{ids('event', 'on-now')}"
    assert link in letter.text.splitlines() and f'href="{link}"' in letter.html


def test_it_tells_no_score(letter: Letter) -> None:
    for number in ("41", "37"):
        assert number not in letter.subject + letter.text.partition("http")[0]


def test_a_mail_programs_button_stops_it(letter: Letter, ada: Visitor) -> None:
    address = urlsplit(letter.unsubscribe)
    assert address.netloc == "prairie.localhost:8080"
    assert ada.browser.post(address.path, data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert ada.data("/reminders") == []


def test_the_link_at_its_foot_stops_it(letter: Letter, ada: Visitor) -> None:
    found = next(line for line in letter.text.splitlines() if "/unsubscribe?" in line)
    [token] = parse_qs(urlsplit(found).query)["token"]
    assert ada.post("/news/unsubscribe", token=token).status_code == 200
    assert ada.data("/reminders") == []


@pytest.mark.parametrize("meanwhile", ["over", "taken back"])
def test_a_letter_that_waited_too_long_does_not_leave(
    meanwhile: str,
    letter: Letter,
    ada: Visitor,
    ids: Ids,
    house: House,
    clock: FixedClock,
    letters: Letters,
) -> None:
    if meanwhile == "over":
        clock.set(NOON + 2 * HOUR)
    else:
        [reminder] = ada.data("/reminders")
        assert ada.delete(f"/reminder/{reminder['id']}").status_code == 204
    before = len(letters())
    account: Any = ada.data("/profile")["id"]
    asked = (ada.channel.id, "event_live", account, ids("event", "on-now"), int(NOON.timestamp()), "again")
    house.runner.run(Task("channel.letter", asked))
    assert len(letters()) == before


def test_a_letter_that_is_written_again_is_true_still(
    letter: Letter, ada: Visitor, ids: Ids, house: House, letters: Letters
) -> None:
    account: Any = ada.data("/profile")["id"]
    asked = (ada.channel.id, "event_live", account, ids("event", "on-now"), int(NOON.timestamp()), "again")
    house.runner.run(Task("channel.letter", asked))
    assert [one.subject for one in letters() if one.unsubscribe] == [letter.subject] * 2
