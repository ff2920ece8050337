"""Every figure of every report, against a season whose true totals were counted by hand."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from touchline.analytics.adapters.cli.report_commands import report
from touchline.analytics.domain.facts import ThingKind
from touchline.analytics.domain.payloads import Call
from touchline.analytics.domain.report_tokens import THING_SECONDS
from touchline.catalog.tests.packs import pack_part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.demo.audience import AGENTS, BOT, Season, Show
from touchline.demo.audience_calls import calls_of
from touchline.demo.cli import demo
from touchline.demo.tests.audience_truth import Answer, Days, Truth
from touchline.demo.tests.season import (
    BEFORE,
    CLIPPED,
    DAYS,
    DROPPED,
    PROFILE,
    UNTIL,
    Scene,
    part_of_channel,
    stage,
)
from touchline.entrypoints.bootstrap import House
from touchline.platform.tests.db.stages import Stages
from touchline.shared.errors import Refused

SPAN: dict[str, Any] = {"from": str(DAYS.first), "to": str(DAYS.last)}
DIMENSIONS = ("event", "library", "team", "school", "sport", "country", "device")
EMAIL = "operator@example.org"
MOST_QUERIES = 14
PATHS = {
    Call.SESSION: "/datalake/session/",
    Call.EVENT: "/datalake/event/",
    Call.VIDEO: "/datalake/video/event/",
    Call.VIEWING: "/datalake/video/viewing/",
}


@pytest.fixture
def prairie(stages: Stages, add_channel: Callable[..., ChannelFacts]) -> ChannelFacts:
    """The channel `prairie`, whose visits are counted."""
    return stages.put("counted channel", lambda: add_channel("prairie", channel=part_of_channel()))


@pytest.fixture
def other_channel(
    stages: Stages, prairie: ChannelFacts, add_channel: Callable[..., ChannelFacts]
) -> ChannelFacts:
    """The channel `atelier` beside it."""
    return stages.put("other channel", lambda: add_channel("atelier"))


@pytest.fixture
def scene(house: House, stages: Stages, prairie: ChannelFacts, other_channel: ChannelFacts) -> Scene:
    """A season of it; what comes before anything else is made once."""
    return stages.put("audience", lambda: stage(house, prairie.id))


@pytest.fixture
def operator(house: House, prairie: ChannelFacts, visit: Callable[[ChannelFacts], Visitor]) -> Visitor:
    """Who runs it."""
    viewer = visit(prairie).register(email=EMAIL)
    container: Any = house.container
    with house.container.database().transaction(prairie.id):
        container.channel.desk.change_operators().add(EMAIL, unverified=True)
    return viewer


@pytest.fixture
def expected(scene: Scene) -> dict[str, Answer]:
    """What each report of days has to answer."""
    truth = Truth(scene.visits)
    by = {
        f"by/{dimension}": truth.by(DAYS, BEFORE, partial(scene.counts_for, dimension))
        for dimension in DIMENSIONS
    }
    return {
        "overview": truth.overview(DAYS, BEFORE),
        **by,
        "quality": truth.quality(DAYS, BEFORE),
        "sales": scene.told_sales(),
        "funnel": truth.funnel(DAYS, BEFORE),
    }


def test_every_report_of_days_tells_the_truth(expected: dict[str, Answer], operator: Visitor) -> None:
    assert expected["overview"]["totals"]["views"] > 50
    assert expected["quality"]["stalls"]["count"] > 10 < expected["quality"]["failures"]["views"] * 5
    assert len(expected["by/event"]["rows"]) > 8
    for path, answer in expected.items():
        assert operator.data(f"/reports/{path}", **SPAN) == answer, path


def test_a_spreadsheet_has_the_same_figures(expected: dict[str, Answer], operator: Visitor) -> None:
    rows = {"overview": "days", "quality": "days", "funnel": "steps"}
    for path, answer in expected.items():
        given = operator.get(f"/reports/{path}", format="csv", **SPAN)
        assert given.content_type == "text/csv; charset=utf-8"
        assert f"{DAYS.first}-{DAYS.last}.csv" in given.headers["Content-Disposition"]
        body = given.get_data().decode("utf-8")
        assert body.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
        table = list(csv.DictReader(io.StringIO(body[1:])))
        wanted = answer[rows.get(path, "rows")]
        assert len(table) == len(wanted)
        for row, one in zip(table, wanted, strict=True):
            assert {name: row[name] for name in one} == {name: cell(value) for name, value in one.items()}


def test_the_terminal_has_the_same_figures(expected: dict[str, Answer]) -> None:
    words = ["--channel", "prairie", "--from", SPAN["from"], "--to", SPAN["to"]]
    for path, answer in expected.items():
        done = CliRunner().invoke(report, [*path.split("/"), *words, "--json"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout) == answer, path
        shown = CliRunner().invoke(report, [*path.split("/"), *words])
        assert shown.exit_code == 0, shown.output
        assert f"{DAYS.first} to {DAYS.last}, America/Chicago" in shown.stdout


def test_one_game_has_figures_of_its_own(scene: Scene, operator: Visitor) -> None:
    truth, game = Truth(scene.visits), scene.shows[3]
    answer = operator.data("/reports/quality", thing=f"event:{game.id}", **SPAN)
    assert answer == truth.quality(DAYS, BEFORE, game)
    told = operator.data(f"/reports/retention/{game.id}")
    last = told["points"][-1]["position"]
    views, points = truth.retention(game, told["step"], last)
    assert (told["views"], told["points"]) == (views, points)
    assert (told["step"], told["event"]["duration"], views > 5) == (60, 7200, True)
    assert [(one["name"], one["position"], one["seconds"], one["clips"]) for one in told["moments"]] == [
        *CLIPPED
    ]
    assert truth.retention(game, 60, last + 60)[1][-1]["views"] == 0


def test_who_watches_now_is_told_by_the_minute(scene: Scene, operator: Visitor) -> None:
    told = operator.data("/reports/now")
    assert told == Truth(scene.visits).now(UNTIL, scene.names)
    assert told["viewers"] > 0


def test_what_was_not_kept_is_counted(scene: Scene, operator: Visitor) -> None:
    rows = operator.data("/reports/dropped")["rows"]
    assert {row["reason"]: row["count"] for row in rows} == DROPPED


def test_an_operator_of_another_channel_finds_nothing_of_the_season(
    scene: Scene, operator: Visitor, stranger: Visitor, house: House
) -> None:
    there = stranger.register(email=EMAIL)
    assert there.get("/reports/overview").status_code == 403
    container: Any = house.container
    with house.container.database().transaction(there.channel.id):
        container.channel.desk.change_operators().add(EMAIL, unverified=True)
    for path in ("overview", "quality", "sales", "funnel", *(f"by/{one}" for one in DIMENSIONS)):
        assert set(figures(there.data(f"/reports/{path}", **SPAN))) <= {0, 28}, path
    assert there.data("/reports/now")["things"] == []
    assert there.get(f"/reports/retention/{scene.shows[3].id}").status_code == 404


def cell(value: object) -> str:
    """A value as a spreadsheet has it."""
    if value is None:
        return ""
    return f"'{value}" if str(value).startswith("=") else str(value)


def figures(answer: Any) -> Iterator[float]:
    """Every number of an answer."""
    if isinstance(answer, dict):
        for value in answer.values():
            yield from figures(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from figures(value)
    elif isinstance(answer, (int, float)):
        yield answer


def test_the_demo_sends_a_season_to_its_own_games_once(
    prairie: ChannelFacts, operator: Visitor, house: House
) -> None:
    with house.container.database().transaction(prairie.id):
        house.container.catalog.facade().apply_pack(pack_part())
    words = ["audience", "--channel", "prairie", "--days", "3", "--visits", "5"]
    done = CliRunner().invoke(demo, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["stored"] > 50
    told = operator.data("/reports/by/event")["rows"]
    assert {row["name"].partition(" (")[0].partition(", ")[0] for row in told} == {
        "Harlan Falls @ Cedar Ridge"
    }
    assert len({row["name"] for row in told}) == len(told)
    again = CliRunner().invoke(demo, words)
    assert isinstance(again.exception, Refused)
    assert "--again" in again.exception.message
    assert CliRunner().invoke(demo, [*words, "--again"]).exit_code == 0


def test_the_demo_sends_nothing_to_a_channel_whose_visits_are_not_counted(channel: ChannelFacts) -> None:
    refused = CliRunner().invoke(demo, ["audience", "--channel", "prairie"]).exception
    assert isinstance(refused, Refused)
    assert "analytics_key" in refused.message


def test_a_report_asks_the_database_a_few_questions_however_much_there_is(
    scene: Scene, operator: Visitor, queries: Callable[[], Any]
) -> None:
    assert len(scene.shows) > 15
    for path in ("now", "overview", *(f"by/{one}" for one in DIMENSIONS), "quality", "sales", "funnel"):
        with queries() as sent:
            operator.data(f"/reports/{path}", **SPAN)
        assert len(sent) <= MOST_QUERIES, path


def thing_of(payload: dict[str, Any]) -> tuple[ThingKind, int] | None:
    """What a call is about, if it is about a view."""
    if "stream_id" not in payload:
        return None
    kind = ThingKind.EVENT if payload["stream_type"] == "live" else ThingKind(payload["stream_type"])
    return kind, payload["stream_id"]


def test_what_browsers_tell_by_http_is_told_by_the_reports(
    operator: Visitor, prairie: ChannelFacts, client: FlaskClient, house: House
) -> None:
    today = DAYS.of(UNTIL)
    season = Season([Show("event", 7, 0, 1200)], DAYS.zone, today, UNTIL, visits_a_day=16)
    visits = [visit for visit in season.visits() if not visit.waited]
    container: Any = house.container
    intake, earliest = container.analytics.intake, UNTIL - THING_SECONDS + 1
    for visit in visits:
        agent = BOT if visit.is_bot else AGENTS[visit.device]
        for at, call, payload in calls_of(visit, PROFILE):
            token = intake.tokens().issue(
                prairie.id, visit.session, thing_of(payload), max(visit.at, earliest)
            )
            body = json.dumps({**payload, "at": at * 1000, "token": token})
            client.post(PATHS[call], data=body, headers={"User-Agent": agent})
    intake.drain().own()
    one_day = Days(today, today, DAYS.zone)
    yesterday = Days(today - timedelta(days=1), today - timedelta(days=1), DAYS.zone)
    told = operator.data("/reports/overview", **{"from": today, "to": today})
    assert told == Truth(visits).overview(one_day, yesterday)
    assert told["totals"]["views"] > 3
