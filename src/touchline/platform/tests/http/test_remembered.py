"""Kept answers in front of an app that has no database: for whom, and how often one is worked out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

import pytest
from werkzeug.test import Client

from touchline.platform import notes
from touchline.platform.db.marks import Seen
from touchline.platform.http import remembered
from touchline.platform.http.memory import Memory
from touchline.platform.http.remembered import SITTING, Behind, Remembered, Sitting
from touchline.shared.clock import SystemClock
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ACCOUNT, SESSION = 5, 9
View = Callable[[Principal], str]
KNOWN = {
    "viewer": Principal(ChannelId(1), SessionId(3), AccountId(ACCOUNT), "en", None),
    "visitor": Principal(ChannelId(1), SessionId(ACCOUNT), None, "en", None),
    "another": Principal(ChannelId(1), SessionId(SESSION), None, "en", None),
}


class Door:
    """Knows three keys."""

    def __call__(self, api_key: str) -> Behind | None:
        """Who it is; nothing was ever changed."""
        who = KNOWN.get(api_key)
        return Behind(who.session_id, who.channel_id, who.account_id, 0) if who else None

    def country(self, ip: str, environ: dict[str, Any]) -> str | None:
        """Nobody knows."""
        return None


class Unchanged:
    """Marks of a database that nobody writes to."""

    def present(self, total: int | None = None) -> Seen:
        """None."""
        return Seen(0, {})


class Stage:
    """An app of one view, with kept answers in front of it; `calls` counts how often the view was asked."""

    def __init__(self, view: View) -> None:
        self.view, self.calls = view, 0
        self.memory = Memory(1_000_000)
        self._headers = [("ETag", '"1"')]
        marks: Any = Unchanged()
        self.client = Client(Remembered(self._app, self.memory, marks, Door(), SystemClock))

    def get(self, key: str) -> str:
        """What one of them is told."""
        return self.client.get("/list", query_string={"api_key": key}).text

    def cookie(self) -> None:
        """From now on each answer sets one."""
        self._headers.append(("Set-Cookie", "id=7"))
        self.memory.clear()

    def _app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        sitting: Sitting = environ[SITTING]
        stop = sitting.begin(("list", "/list"))
        try:
            who = sitting.meet(KNOWN[environ["QUERY_STRING"].removeprefix("api_key=")])
            self.calls += 1
            body = self.view(who).encode()
        finally:
            stop()
        start_response("200 OK", [*self._headers])
        return [body]


@pytest.fixture(autouse=True)
def unmoved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing looks at the clock here."""
    monkeypatch.setattr(notes, "NotedClock", SystemClock)


def test_what_was_said_to_an_account_is_not_said_to_the_session_of_its_number() -> None:
    stage = Stage(lambda who: f"the secrets of account {who.account_id}")
    assert stage.get("viewer").endswith("5")
    stage.view = lambda who: f"session {who.session_id}"
    for number in range(1_000):  # by what the answers differed is forgotten, and learned anew
        stage.memory.learn(number, frozenset())
    assert [stage.get("another"), stage.get("visitor")] == ["session 9", "session 5"]


def test_every_fact_of_a_principal_is_known_at_the_door() -> None:
    elsewhere = {"language", "country"}
    assert {one.name for one in fields(Principal)} - elsewhere <= {one.name for one in fields(Behind)}


def test_an_answer_that_sets_a_cookie_is_given_once() -> None:
    stage = Stage(lambda _: "yours alone")
    stage.cookie()
    assert [stage.get("viewer"), stage.get("another"), stage.calls] == ["yours alone", "yours alone", 2]


def test_one_works_an_answer_out_and_the_others_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    others_wait = threading.Event()

    class Turn(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            others_wait.set()
            return super().wait(timeout)

    def slow(_who: Principal) -> str:
        others_wait.wait(5)
        return "dear"

    monkeypatch.setattr(remembered, "Event", Turn)
    stage = Stage(lambda _: "dear")
    stage.get("visitor")
    stage.memory.clear()  # that it is one to be kept is known
    stage.calls, stage.view = 0, slow
    threads = [threading.Thread(target=stage.get, args=(key,)) for key in KNOWN]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stage.calls == 1


def test_what_one_has_is_not_sent_again_where_the_answer_cannot_be_kept() -> None:
    stage = Stage(lambda _: "long")
    assert stage.get("viewer") == "long"
    stage.cookie()
    asked = {"api_key": "viewer"}
    answer = stage.client.get("/list", query_string=asked, headers={"If-None-Match": '"1"'})
    assert (answer.status_code, answer.data) == (304, b"")
