"""Forged reports do not change a figure, on the whole app (ADR 58)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from touchline.analytics.adapters.cli.report_commands import report
from touchline.analytics.adapters.sql.tables import SessionUsageRow
from touchline.analytics.application.give_report_token import NO_RIGHT, NO_SESSION
from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.facts import ThingKind
from touchline.analytics.domain.report_tokens import SESSION_SECONDS, THING_SECONDS
from touchline.analytics.tests.intake_fakes import CHROME, HASH, KEY, VIEW, VISIT, WATCHED
from touchline.analytics.tests.small_pack import small_pack
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, NOON, Visitor
from touchline.entrypoints.bootstrap import House

FROM = {"User-Agent": CHROME}
OTHER = "fedcba9876543210fedcba9876543210"


@pytest.fixture
def page(counted: ChannelFacts, visit: Callable[[ChannelFacts], Visitor], house: House) -> Visitor:
    """A page of a channel that shows free games."""
    container: Any = house.container
    with house.container.database().transaction(counted.id):
        container.catalog.facade().apply_pack(small_pack(NOON - timedelta(minutes=30)))
    return visit(counted)


@pytest.fixture
def game(page: Visitor) -> int:
    """The id of a game that everybody may watch."""
    rows = page.data("/events", limit=50)
    return next(int(row["id"]) for row in rows if row["has_access"])


@pytest.fixture
def operator(page: Visitor, visit: Callable[[ChannelFacts], Visitor], house: House) -> Visitor:
    """Who reads the reports."""
    viewer = visit(page.channel).register()
    container: Any = house.container
    with house.container.database().transaction(page.channel.id):
        container.channel.desk.change_operators().add(NEWCOMER["email"], unverified=True)
    return viewer


@pytest.fixture
def send_reports(client: FlaskClient, intake: Any) -> Callable[..., None]:
    """`send_reports(path, *bodies)`: one call with these reports, stored at once."""

    def send(path: str, *bodies: dict[str, Any], address: str = "203.0.113.7") -> None:
        answer = client.post(
            f"/datalake/{path}/",
            data=json.dumps(bodies),
            headers=FROM,
            environ_overrides={"REMOTE_ADDR": address},
        )
        assert (answer.status_code, answer.get_data()) == (202, b"{}")
        intake.drain().own()

    return send


def token(page: Visitor, session: str = HASH, game: int | None = None, kind: str = "live") -> str:
    """What the page is given."""
    thing = {"stream_type": kind, "stream_id": game} if game else {}
    found: str = page.data("/report-token", session=session, **thing)["token"]
    return found


def played(game: int, view: str = VIEW, **more: Any) -> dict[str, Any]:
    """A first frame of the game."""
    body = {**WATCHED, "stream_id": game, "stream_type": "live", "video_view_uuid": view}
    del body["viewing_time"]
    return {**body, **more}


def figures(operator: Visitor) -> dict[str, Any]:
    """The totals of the overview."""
    found: dict[str, Any] = operator.data("/reports/overview")["totals"]
    return found


NONE = {"sessions": 0, "page_visits": 0, "views": 0, "minutes": 0.0, "viewers": 0}


def test_what_an_honest_page_reports_counts(
    page: Visitor, game: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    session, view = token(page), token(page, game=game)
    send_reports("session", {"profile": KEY, "session": HASH, "token": session})
    send_reports("event", {**VISIT, "token": session})
    send_reports("video/event", played(game, token=view))
    send_reports("video/viewing", played(game, viewing_time=10, token=view))
    assert figures(operator) == {"sessions": 1, "page_visits": 1, "views": 1, "minutes": 0.2, "viewers": 1}
    assert operator.data("/reports/overview")["left_out"] == 0


@pytest.mark.parametrize("how", ["no token", "made up", "too long", "not a text", "of the session alone"])
def test_four_calls_of_fifty_forged_reports_change_no_figure(
    page: Visitor, game: int, operator: Visitor, send_reports: Callable[..., None], how: str
) -> None:
    own = token(page)
    tokens: dict[str, dict[str, Any]] = {
        "no token": {},
        "made up": {"token": own[:-1] + ("A" if own[-1] != "A" else "B")},
        "too long": {"token": own * 3},
        "not a text": {"token": [own]},
        "of the session alone": {"token": own},
    }
    forged, before = tokens[how], figures(operator)
    views = [played(game, f"{number:032}", **forged) for number in range(50)]
    send_reports("video/event", *views)
    send_reports("video/viewing", *({**view, "viewing_time": 120} for view in views))
    if how != "of the session alone":
        send_reports("event", *({**VISIT, "session_uuid": f"{number:032}", **forged} for number in range(50)))
        send_reports("session", *({"profile": KEY, "session": f"{n:032}", **forged} for n in range(50)))
    assert figures(operator) == before == NONE
    assert operator.data("/reports/overview")["left_out"] == (100 if "alone" in how else 200)
    assert operator.data("/reports/by/event")["rows"] == []
    assert operator.data("/reports/quality")["views"] == 0
    assert operator.data("/reports/now")["viewers"] == 0


def test_a_forger_with_a_token_of_its_own_counts_as_one_viewer_in_real_time(
    page: Visitor, game: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    session, view = token(page), token(page, game=game)
    send_reports("event", *[{**VISIT, "token": session}] * 50)
    send_reports("event", *[{**VISIT, "token": session}] * 50)
    send_reports("video/event", *(played(game, f"{number:032}", token=view) for number in range(50)))
    send_reports("video/viewing", *(played(game, viewing_time=120, token=view) for _ in range(50)))
    found = figures(operator)
    assert (found["sessions"], found["viewers"], found["views"]) == (1, 1, 2)
    assert found["minutes"] <= 2
    assert found["page_visits"] == 100


def test_a_recorded_call_that_is_sent_again_adds_no_minutes(
    page: Visitor, game: int, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    view = token(page, game=game)
    recorded = played(game, viewing_time=100, token=view)
    for _ in range(5):
        send_reports("video/viewing", recorded)
        send_reports("video/event", played(game, token=view))
    found = figures(operator)
    assert (found["views"], found["minutes"], found["viewers"]) == (1, 1.7, 1)
    assert operator.data("/reports/overview")["left_out"] == 4


@pytest.mark.parametrize("mine", ["session", "channel", "event", "kind"])
def test_a_token_of_another_session_channel_or_thing_is_doubtful(
    page: Visitor,
    game: int,
    operator: Visitor,
    send_reports: Callable[..., None],
    other_channel: ChannelFacts,
    visit: Callable[[ChannelFacts], Visitor],
    mine: str,
) -> None:
    rows = page.data("/events", limit=50)
    other_game = next(row["id"] for row in rows if row["has_access"] and row["id"] != game)
    wrong = {
        "session": lambda: token(page, OTHER, game),
        "channel": lambda: token(visit(other_channel), HASH),
        "event": lambda: token(page, game=other_game),
        "kind": lambda: token(page),
    }[mine]()
    send_reports("video/event", played(game, token=wrong))
    if mine == "channel":
        send_reports("event", {**VISIT, "token": wrong})
    assert figures(operator) == NONE


@pytest.mark.parametrize(("seconds", "counts"), [(0, 1), (THING_SECONDS - 1, 1), (THING_SECONDS, 0)])
def test_a_token_of_a_view_is_good_for_six_hours(
    page: Visitor,
    game: int,
    operator: Visitor,
    intake: Any,
    send_reports: Callable[..., None],
    seconds: int,
    counts: int,
) -> None:
    old = intake.tokens().issue(
        page.channel.id, HASH, (ThingKind.EVENT, game), int(NOON.timestamp()) - seconds
    )
    send_reports("video/event", played(game, token=old))
    assert figures(operator)["views"] == counts


def test_a_token_that_expired_or_is_of_tomorrow_is_doubtful(
    page: Visitor, operator: Visitor, intake: Any, send_reports: Callable[..., None]
) -> None:
    now = int(NOON.timestamp())
    for issued in (now - SESSION_SECONDS, now + 86_400):
        send_reports("event", {**VISIT, "token": intake.tokens().issue(page.channel.id, HASH, None, issued)})
    assert figures(operator) == NONE


def test_what_an_address_reports_over_its_limit_is_doubtful(
    page: Visitor,
    operator: Visitor,
    send_reports: Callable[..., None],
    intake: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(intake.take_in(), "_allowance", Allowance(3, 10))
    one, other = token(page), token(page, OTHER)
    send_reports("event", {**VISIT, "token": one}, {**VISIT, "token": one})
    send_reports("event", {**VISIT, "token": one}, {**VISIT, "token": one})
    send_reports("event", {**VISIT, "session_uuid": OTHER, "token": other}, address="198.51.100.4")
    assert figures(operator)["page_visits"] == 3
    assert operator.data("/reports/overview")["left_out"] == 2


def test_a_spreadsheet_and_the_terminal_say_what_was_left_out(
    page: Visitor, operator: Visitor, send_reports: Callable[..., None]
) -> None:
    send_reports("event", {**VISIT, "token": token(page)}, VISIT, VISIT, VISIT)
    answer = operator.get("/reports/overview", format="csv")
    table = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True)[1:])))
    assert sum(int(row["left_out"]) for row in table) == 3
    for words in (["overview"], ["by", "event"], ["quality"], ["funnel"]):
        shown = CliRunner().invoke(report, [*words, "--channel", "prairie"])
        assert "Left out: 3 doubtful reports" in shown.stdout, shown.output


def test_a_robot_is_neither_counted_nor_doubtful(
    page: Visitor, operator: Visitor, client: FlaskClient, intake: Any
) -> None:
    client.post("/datalake/event/", json=VISIT, headers={"User-Agent": "Googlebot/2.1"})
    intake.drain().own()
    assert operator.data("/reports/overview")["left_out"] == 0


def test_a_token_needs_a_session_and_a_right_to_watch(page: Visitor, game: int) -> None:
    assert page.get("/report-token").status_code == 422
    for wrong in ("short", "a b c d e f g h", "x" * 65):
        answer = page.get("/report-token", session=wrong)
        assert answer.json is not None
        assert (answer.status_code, answer.json["errors"]) == (422, {"session": [NO_SESSION]})
    assert page.get("/report-token", session=HASH, stream_type="film", stream_id=1).status_code == 422
    for kind, number in (("event", 999_999), ("vod", 999_999), ("clip", 999_999), ("live", 999_999)):
        answer = page.get("/report-token", session=HASH, stream_type=kind, stream_id=number)
        assert answer.json is not None
        assert (answer.status_code, answer.json["message"]) == (403, NO_RIGHT)
    rows = page.data("/events", limit=50)
    paid = [row["id"] for row in rows if not row["has_access"]]
    assert paid
    assert page.get("/report-token", session=HASH, stream_type="live", stream_id=paid[0]).status_code == 403


def test_what_sessions_used_is_forgotten_after_two_days(
    page: Visitor, house: House, send_reports: Callable[..., None], rows: Any, intake: Any
) -> None:
    send_reports("event", {**VISIT, "token": token(page)})
    (usage,) = rows(SessionUsageRow)
    assert (usage.minute_points, usage.hour_points, usage.watched) == (1, 1, 0)
    now = int(NOON.timestamp())
    for second, left in ((now, 1), (now + 1, 0)):
        with house.container.database().transaction(None, unscoped=True):
            intake.usages().forget_before(second)
        assert len(rows(SessionUsageRow)) == left
