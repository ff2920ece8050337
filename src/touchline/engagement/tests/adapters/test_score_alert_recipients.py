"""Who gets score alerts: the choice, spoilers, quiet hours, languages, emails and private games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.browsers import list_delivered, subscribe
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.scoring import DELAY, Scorer, choose, send_due
from touchline.engagement.tests.adapters.season import HOUR, event
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

Emails = Callable[[], Sequence[Any]]


def test_alerts_are_off_until_a_viewer_chooses_them_and_follow_the_choice(
    ada: Visitor,
    bea: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
) -> None:
    team_id = ids("participant", "all-cedar")  # the team that stands for Cedar Hockey
    for viewer, name in ((ada, "ada"), (bea, "bea")):
        subscribe(viewer, name)
        viewer.post("/reminder", about_type="participant", about_id=team_id)
    assert [reminder["score_alerts"] for reminder in ada.data("/reminders")] == [False]
    choose(ada, team_id)
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert list_delivered(push) == ["ada"]
    choose(ada, team_id, is_on=False)
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert list_delivered(push) == ["ada"]
    assert [reminder["score_alerts"] for reminder in ada.data("/reminders")] == [False]


@pytest.mark.parametrize(("kind", "key"), [("group", "cedar"), ("category", "hockey-games")])
def test_schools_and_sports_have_no_score_alerts(ada: Visitor, ids: Ids, kind: str, key: str) -> None:
    body = {"about_type": kind, "about_id": ids(kind, key)}
    response = ada.post("/reminder", **body, score_alerts=True)
    assert response.json is not None
    assert (response.status_code, list(response.json["errors"])) == (422, ["score_alerts"])
    assert ada.data("/reminders") == []
    assert ada.post("/reminder", **body, score_alerts=False).status_code == 201


def test_a_viewer_who_hides_scores_gets_no_alert(
    follower: Visitor,
    bea: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    emails: Emails,
) -> None:
    choose(bea, ids("participant", "cedar-hockey"))
    subscribe(bea, "bea")
    assert bea.post("/watch-settings", hide_scores=True).status_code == 200
    scorer.score()
    clock.advance(DELAY)
    scorer.add("game_ended")
    clock.advance(DELAY)
    send_due(application)
    assert list_delivered(push) == ["phone"]
    assert [email.to for email in emails() if email.unsubscribe] == ["ada@example.org"]


def test_nobody_is_notified_in_quiet_hours_or_after_them(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    follower.post("/news-settings", by_mail=True, by_push=True, quiet_from="12:00", quiet_to="12:30")
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    clock.set(NOON + timedelta(minutes=31))
    send_due(application)
    assert push.sent == []


def test_the_final_is_sent_by_push_and_email_in_the_language_of_each_viewer(
    follower: Visitor,
    bea: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    emails: Emails,
) -> None:
    choose(bea, ids("participant", "harlan-hockey"))
    subscribe(bea, "bea")
    assert bea.post("/profile", language="fr", _method="patch").status_code == 200
    scorer.add("period_started", period=4)
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert sorted(message.title for message in push.sent) == [
        "But – Harlan Hockey 0, Cedar Hockey 1",
        "Goal – Harlan Hockey 0, Cedar Hockey 1",
    ]
    assert [email for email in emails() if email.unsubscribe] == []
    scorer.add("game_ended")
    clock.advance(DELAY)
    for _ in range(2):
        send_due(application)
    sent = {email.to: email for email in emails() if email.unsubscribe}
    assert sent["ada@example.org"].subject == "Final – Harlan Hockey 0, Cedar Hockey 1 (OT)"
    assert sent["bea@example.org"].subject == "Final – Harlan Hockey 0, Cedar Hockey 1 (prol.)"
    assert "Turn off score alerts for Cedar Hockey" in sent["ada@example.org"].text
    assert "Désactiver les alertes de pointage pour Harlan Hockey" in sent["bea@example.org"].text
    assert len(push.sent) == 4


def test_the_link_of_the_email_turns_off_score_alerts_and_keeps_the_reminder(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, emails: Emails
) -> None:
    scorer.score()
    scorer.add("game_ended")
    clock.advance(DELAY)
    send_due(application)
    [email] = [email for email in emails() if email.unsubscribe]
    [token] = parse_qs(urlsplit(next(line for line in email.text.splitlines() if "token=" in line)).query)[
        "token"
    ]
    response = follower.post("/news/unsubscribe", token=token)
    assert response.json is not None
    assert response.json["data"]["score_alerts"] is True
    assert [reminder["score_alerts"] for reminder in follower.data("/reminders")] == [False]
    assert follower.browser.post(urlsplit(email.unsubscribe).path).status_code == 204


def test_an_email_that_waited_has_the_corrected_result_or_is_not_sent(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, emails: Emails
) -> None:
    wrong = scorer.score()
    ended = scorer.add("game_ended")
    clock.advance(DELAY)
    send_due(application)
    scorer.add("undone", target=wrong)
    account_id: Any = follower.data("/profile")["id"]
    ids = (follower.channel.id, "final_score", account_id, scorer.event_id, int(NOON.timestamp()), "again")
    application.runner.run(Task("channel.letter", ids))
    newest_first = [email.subject for email in emails() if email.unsubscribe]
    assert newest_first == [
        "Final – Harlan Hockey 0, Cedar Hockey 0",
        "Final – Harlan Hockey 0, Cedar Hockey 1",
    ]
    scorer.add("undone", target=ended)
    application.runner.run(Task("channel.letter", ids))
    assert len([email for email in emails() if email.unsubscribe]) == 2


def test_a_private_game_notifies_only_members(
    follower: Visitor,
    bea: Visitor,
    season: ChannelDetails,
    apply: Apply,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apply(season, events=[event("on-now", NOON - HOUR, visibility="team_members")])
    choose(bea, ids("participant", "cedar-hockey"))
    subscribe(bea, "bea")
    container: Any = application.container
    memberships = container.catalog.viewer_events()._memberships
    bea_id, teams = bea.data("/profile")["id"], frozenset({ids("participant", "cedar-hockey")})
    monkeypatch.setattr(
        memberships, "list_participants", lambda account_id: teams if account_id == bea_id else frozenset()
    )
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert list_delivered(push) == ["bea"]


def test_an_unlisted_game_notifies_nobody_and_a_paid_one_everybody(
    follower: Visitor,
    season: ChannelDetails,
    apply: Apply,
    scorer: Scorer,
    application: Application,
    clock: FixedClock,
    push: FakePushSender,
) -> None:
    apply(season, events=[event("on-now", NOON - HOUR, visibility="unlisted")])
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert push.sent == []
    apply(season, events=[event("on-now", NOON - HOUR, **{"pass": "paid"})])
    scorer.score()
    clock.advance(DELAY)
    send_due(application)
    assert list_delivered(push) == ["phone"]
