"""Sponsors on the whole app: the choice, the reports, the figures, the links, and what outsiders try."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from touchline.analytics.adapters.cli.sponsor_commands import sponsors as sponsors_command
from touchline.analytics.adapters.sql.sponsors.tables import AdCapRow, AdViewRow, ReportLinkRow
from touchline.analytics.tests.ingest_fakes import CHROME, PROFILE_KEY, SESSION_HASH
from touchline.analytics.tests.small_pack import small_pack
from touchline.channel.facade import ChannelDetails, Role
from touchline.conftest import NEW_VIEWER, NOON, SETTINGS, Visitor, channel_part, get_clock
from touchline.entrypoints.bootstrap import Application

UNSET = dict.fromkeys(("logo", "url", "email", "daily_cap"))
FEED = {**UNSET, "key": "feed", "name": {"en": "Feed & Seed", "fr": "Grains"}, "archived": False}
BANK = {**UNSET, "key": "bank", "name": {"en": "Bank"}, "archived": False}


def preroll(key: str, sponsor: str | None, **changes: Any) -> dict[str, Any]:
    """Return the entry of a pre-roll that plays before every event."""
    unset = dict.fromkeys(("file", "vast", "location", "skip_after", "click_url"))
    return {
        **unset,
        "key": key,
        "url": f"/files/prairie/{key}.mp4",
        "name": {"en": key},
        "weight": 1,
        "categories": [],
        "for_vod": True,
        "for_live": True,
        "sponsor": sponsor,
        **changes,
    }


@pytest.fixture
def set_up(add_channel: Callable[..., ChannelDetails], application: Application) -> Callable[..., Any]:
    """Return `set_up(sponsors, prerolls)`, which makes the channel and returns the ids of its events."""

    def create(sponsors: list[Any], prerolls: list[Any], slug: str = "prairie") -> Any:
        settings = {**SETTINGS, "analytics_key": PROFILE_KEY if slug == "prairie" else f"{slug}-key"}
        channel = {**channel_part(slug)["channel"], "settings": settings}
        details = add_channel(slug, channel=channel, sponsors=sponsors, prerolls=prerolls)
        with application.container.database().transaction(details.id):
            catalog = application.container.catalog.facade()
            catalog.apply_pack(small_pack(NOON))
            return details, catalog.list_ids_by_key("event")

    return create


@pytest.fixture
def report(client: Any, ingest: Any) -> Callable[..., None]:
    """Return `report(token, *events)`, which sends reports of a browser and stores them."""

    def send(token: str, *events: str, agent: str = CHROME, **changes: Any) -> None:
        base = {"profile": PROFILE_KEY, "session_uuid": SESSION_HASH, "ad_token": token, **changes}
        body = json.dumps([{**base, "event": event} for event in events])
        response = client.post("/datalake/ad/", data=body, headers={"User-Agent": agent})
        assert response.status_code == 202
        ingest.drain().drain_own_files()

    return send


def promote(application: Application, viewer: Visitor, role: Role = Role.OWNER) -> Visitor:
    """Make a registered viewer an operator."""
    container: Any = application.container
    with container.database().transaction(viewer.channel.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], role, unverified=True)
    return viewer


def choose(visitor: Visitor, event_id: int, **body: Any) -> Any:
    """Return the chosen pre-roll."""
    response = visitor.post("/ad-breaks", event_id=event_id, **body)
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    return response.json["data"]


def figures(operator: Visitor, key: str = "feed") -> list[int]:
    """Return the totals of a sponsor."""
    totals = operator.data(f"/studio/sponsors/{key}")["totals"]
    names = ("impressions", "first_quartile", "midpoint", "third_quartile", "complete", "clicks")
    return [totals[name] for name in names]


def test_a_playback_counts_once_however_often_it_is_reported(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    visitor = visit(details)
    choice = choose(visitor, events["first"])
    assert choice["sponsor"] == "feed" and choice["day"] == "2026-11-21"
    report(choice["token"], "start", "first_quartile", "midpoint")
    report(choice["token"], "midpoint", "start", "start")
    report(choice["token"], "complete", "click", "click")
    operator = promote(application, visit(details).register())
    assert figures(operator) == [1, 1, 1, 1, 1, 1]


def test_a_visitor_who_requests_many_ad_breaks_has_one_impression(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    visitor = visit(details)
    for _ in range(20):
        report(choose(visitor, events["first"])["token"], "complete")
        report(choose(visitor, events["second"])["token"], "start")
    report(choose(visit(details), events["first"])["token"], "start")
    operator = promote(application, visit(details).register())
    assert figures(operator) == [3, 1, 1, 1, 1, 0]
    data = operator.data("/studio/sponsors/feed")
    assert [(row["event_id"], row["impressions"]) for row in data["events"]] == [
        (events["first"], 2),
        (events["second"], 1),
    ]


def test_a_viewer_with_several_devices_has_one_impression_an_hour(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    viewer = visit(details).register()
    devices = [viewer, visit(details).log_in(), visit(details).log_in()]
    for device in devices:
        report(choose(device, events["first"])["token"], "start")
    assert figures(promote(application, viewer)) == [1, 0, 0, 0, 0, 0]


def test_reports_without_a_token_and_of_bots_do_not_count(
    set_up: Any, visit: Any, report: Any, application: Application, dropped: Any
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    token = choose(visit(details), events["first"])["token"]
    report("made-up", "start")
    report(token[:-1] + ("A" if token[-1] != "A" else "B"), "start")
    report(token, "start", agent="Googlebot/2.1 (+http://www.google.com/bot.html)")
    report(token, "watched")
    operator = promote(application, visit(details).register())
    assert figures(operator) == [0] * 6
    assert dropped() == {"no_ad_break": 2, "unknown_event": 1}


def test_a_token_does_not_count_in_another_channel(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    other, _ = set_up([FEED], [preroll("feed-ad", "feed")], slug="other")
    token = choose(visit(details), events["first"])["token"]
    report(token, "start", profile="other-key")
    operator = promote(application, visit(other).register())
    assert figures(operator) == [0] * 6


def test_an_account_sees_a_sponsor_as_often_as_its_daily_cap_and_the_next_one_after_that(
    set_up: Any, visit: Any, application: Application
) -> None:
    capped = {**FEED, "daily_cap": 2}
    details, events = set_up([capped], [preroll("feed-ad", "feed", weight=1_000_000), preroll("own", None)])
    viewer = visit(details).register()
    other_device = visit(details).log_in()
    seen = [choose(device, events["first"])["sponsor"] for device in (viewer, other_device, viewer, viewer)]
    assert seen == ["feed", "feed", None, None]
    get_clock(application).advance(timedelta(days=1))
    assert choose(viewer, events["first"])["sponsor"] == "feed"


def test_the_browser_of_a_visitor_counts_and_yesterday_does_not_matter(set_up: Any, visit: Any) -> None:
    details, events = set_up([{**FEED, "daily_cap": 1}], [preroll("feed-ad", "feed")])
    visitor = visit(details)
    assert choose(visitor, events["first"])["sponsor"] == "feed"
    first, once = events["first"], [{"sponsor": "feed", "shown": 1}]
    assert choose(visitor, first, seen=once, seen_on="2026-11-20")["sponsor"] == "feed"
    assert choose(visitor, first, seen=once, seen_on="2026-11-21")["preroll_id"] is None
    negative = [{"sponsor": "feed", "shown": -1}]
    assert visitor.post("/ad-breaks", event_id=first, seen=negative).status_code == 422
    many = [{"sponsor": f"s{number}", "shown": 1} for number in range(51)]
    assert visitor.post("/ad-breaks", event_id=events["first"], seen=many).status_code == 422


def test_archived_sponsors_do_not_play(set_up: Any, visit: Any) -> None:
    details, events = set_up([{**FEED, "archived": True}], [preroll("feed-ad", "feed")])
    assert choose(visit(details), events["first"])["preroll_id"] is None


def test_nobody_gets_an_ad_break_before_an_event_without_access(set_up: Any, visit: Any) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    visitor = visit(details)
    assert visitor.post("/ad-breaks", event_id=events["sold"]).status_code == 403
    assert visitor.post("/ad-breaks", event_id=999_999).status_code == 403


def test_closing_an_account_deletes_its_counts_and_the_export_shows_them(
    set_up: Any, visit: Any, application: Application, rows: Any
) -> None:
    details, events = set_up([{**FEED, "daily_cap": 3}], [preroll("feed-ad", "feed")])
    viewer = visit(details).register()
    choose(viewer, events["first"])
    (row,) = rows(AdCapRow)
    with application.container.database().transaction(details.id):
        caps: Any = application.container.analytics.ad_caps()
        exported = caps.export_account(row.account_id)
        assert exported == [{"sponsor": "feed", "day": "2026-11-21", "shown": 1}]
        application.container.analytics.ad_caps().erase_account(row.account_id)
    assert rows(AdCapRow) == []


def test_old_ad_breaks_are_deleted_and_the_figures_stay(
    set_up: Any, visit: Any, report: Any, application: Application, rows: Any
) -> None:
    details, events = set_up([{**FEED, "daily_cap": 3}], [preroll("feed-ad", "feed")])
    operator = promote(application, visit(details).register())
    report(choose(operator, events["first"])["token"], "start")
    prune: Any = application.container.analytics.prune_ads()
    assert prune() == 0
    get_clock(application).advance(timedelta(days=4))
    assert prune() == 2
    assert rows(AdViewRow) == [] and rows(AdCapRow) == []
    assert figures(operator)[0] == 1


def test_operators_see_each_sponsor_by_day_and_event(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED, BANK], [preroll("feed-ad", "feed")])
    operator = promote(application, visit(details).register())
    report(choose(visit(details), events["first"])["token"], "complete")
    listed = operator.data("/studio/sponsors")
    assert [(row["name"], row["figures"]["impressions"], row["prerolls"]) for row in listed["sponsors"]] == [
        ("Feed & Seed", 1, 1),
        ("Bank", 0, 0),
    ]
    assert listed["totals"]["complete"] == 1
    data = operator.data("/studio/sponsors/feed", lang="fr")
    assert data["sponsor"]["name"] == "Grains"
    assert len(data["days"]) == 28 and data["days"][-1]["impressions"] == 1
    assert data["rows"][0]["event_id"] == events["first"] and data["rows"][0]["event"]
    table = operator.get("/studio/sponsors/feed", format="csv")
    assert table.mimetype == "text/csv" and table.get_data(as_text=True).count("2026-11-21") == 1
    document = operator.get("/studio/sponsors/feed", format="pdf")
    assert document.get_data().startswith(b"%PDF")
    assert operator.get("/studio/sponsors/nobody").status_code == 404
    query: dict[str, Any] = {"from": "2026-13-01"}
    assert operator.get("/studio/sponsors/feed", **query).status_code == 422
    assert visit(details).get("/studio/sponsors").status_code == 401


def test_a_link_opens_the_report_until_it_is_revoked_or_expires(
    set_up: Any, visit: Any, report: Any, application: Application, rows: Any
) -> None:
    feed = {**FEED, "email": "ads@feed.test"}
    details, events = set_up([feed], [preroll("feed-ad", "feed")])
    operator = promote(application, visit(details).register())
    report(choose(visit(details), events["first"])["token"], "start")
    links = "/studio/sponsors/feed/links"
    created = operator.post(links, label="Bo at Feed", days=30)
    assert created.status_code == 201 and created.json is not None
    link = created.json["data"]
    token = link["url"].split("#")[1]
    assert token not in str([vars(row) for row in rows(ReportLinkRow)])
    sponsor = visit(details)
    shown = sponsor.post("/sponsor-reports/show", token=token)
    assert shown.status_code == 200 and shown.json is not None
    assert shown.json["data"]["totals"]["impressions"] == 1
    assert "ads@feed.test" not in shown.get_data(as_text=True)
    assert sponsor.post("/sponsor-reports/show", token=token, format="pdf").get_data().startswith(b"%PDF")
    assert [row["label"] for row in operator.data(links)] == ["Bo at Feed"]
    assert operator.delete(f"{links}/{link['id']}").status_code == 204
    assert operator.delete(f"{links}/{link['id']}").status_code == 204
    refused = sponsor.post("/sponsor-reports/show", token=token)
    assert refused.status_code == 400 and refused.json is not None
    assert refused.json["code"] == "errors.sponsor_link"
    assert operator.data(links) == []
    second = operator.post(links, days=1)
    assert second.json is not None
    get_clock(application).advance(timedelta(days=1))
    expired = sponsor.post("/sponsor-reports/show", token=second.json["data"]["url"].split("#")[1])
    assert expired.status_code == 400


@pytest.mark.parametrize(("role", "statuses"), [(Role.PRODUCER, [403] * 3), (Role.ANALYST, [200, 201, 204])])
def test_only_those_who_may_read_reports_share_and_unshare_them(
    set_up: Any, visit: Any, application: Application, role: Role, statuses: list[int]
) -> None:
    details, _ = set_up([FEED], [])
    operator = promote(application, visit(details).register(), role)
    links = "/studio/sponsors/feed/links"
    listed, created = operator.get(links), operator.post(links, days=1)
    link_id = created.json["data"]["id"] if created.status_code == 201 and created.json else 1
    revoked = operator.delete(f"{links}/{link_id}")
    assert [listed.status_code, created.status_code, revoked.status_code] == statuses


def test_a_sponsor_of_another_channel_is_not_found(set_up: Any, visit: Any, application: Application) -> None:
    details, _ = set_up([FEED], [])
    other, _ = set_up([BANK], [], slug="other")
    owner = promote(application, visit(details).register())
    created = owner.post("/studio/sponsors/feed/links")
    assert created.json is not None
    link = f"/studio/sponsors/feed/links/{created.json['data']['id']}"
    stranger = promote(application, visit(other).register())
    for response in (
        stranger.get("/studio/sponsors/feed"),
        stranger.get("/studio/sponsors/feed", format="pdf"),
        stranger.get("/studio/sponsors/feed/links"),
        stranger.post("/studio/sponsors/feed/links"),
        stranger.delete(link),
    ):
        assert response.status_code == 404, response.request.path
    assert [row["key"] for row in stranger.data("/studio/sponsors")["sponsors"]] == ["bank"]
    assert len(owner.data("/studio/sponsors/feed/links")) == 1


def test_links_of_other_sponsors_and_channels_are_out_of_reach(
    set_up: Any, visit: Any, application: Application
) -> None:
    details, _ = set_up([FEED, BANK], [])
    other, _ = set_up([FEED], [], slug="other")
    operator = promote(application, visit(details).register())
    created = operator.post("/studio/sponsors/feed/links")
    assert created.json is not None
    link = created.json["data"]
    assert operator.delete(f"/studio/sponsors/bank/links/{link['id']}").status_code == 404
    assert operator.post("/studio/sponsors/nobody/links").status_code == 404
    assert operator.post("/studio/sponsors/feed/links", days=0).status_code == 422
    stranger = promote(application, visit(other).register())
    assert stranger.delete(f"/studio/sponsors/feed/links/{link['id']}").status_code == 404
    token = link["url"].split("#")[1]
    assert visit(other).post("/sponsor-reports/show", token=token).status_code == 400
    assert visit(details).post("/sponsor-reports/show", token="\x00made-up").status_code in (400, 422)


def test_the_terminal_has_the_same_figures(
    set_up: Any, visit: Any, report: Any, application: Application, tmp_path: Any
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    report(choose(visit(details), events["first"])["token"], "midpoint")
    run = CliRunner().invoke
    listed = json.loads(run(sponsors_command, ["report", "--json"]).output)
    assert listed["totals"]["midpoint"] == 1
    shown = run(sponsors_command, ["report", "feed"])
    assert shown.exit_code == 0 and "total" in shown.output
    target = tmp_path / "feed.pdf"
    assert run(sponsors_command, ["report", "feed", "--pdf", "--out", str(target)]).exit_code == 0
    assert target.read_bytes().startswith(b"%PDF")
    assert run(sponsors_command, ["report", "nobody"]).exit_code == 1
    assert run(sponsors_command, ["report", "--csv"]).exit_code == 2


def test_a_removed_sponsor_keeps_its_figures_and_loses_its_links(
    set_up: Any, visit: Any, report: Any, application: Application
) -> None:
    details, events = set_up([FEED], [preroll("feed-ad", "feed")])
    report(choose(visit(details), events["first"])["token"], "start")
    operator = promote(application, visit(details).register())
    created = operator.post("/studio/sponsors/feed/links", days=30)
    assert created.json is not None
    token = created.json["data"]["url"].split("#")[1]
    with application.container.database().transaction(details.id) as session:
        facade = application.container.channel.facade()
        facade.apply_pack(channel_part("prairie"), {})
        assert session.scalars(select(AdViewRow.sponsor)).all() == ["feed"]
    assert visit(details).post("/sponsor-reports/show", token=token).status_code == 400
    (row,) = operator.data("/studio/sponsors")["sponsors"]
    assert (row["key"], row["is_archived"], row["figures"]["impressions"]) == ("feed", True, 1)
    assert figures(operator)[0] == 1
