"""The email about a live event, from the reminder to the unsubscribe link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.application.notifications import live_notification_service
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.season import HOUR, event
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

Email = Any
"""`touchline.channel.ports.email.mailer.Email`, which belongs to another context."""
Emails = Callable[[], Sequence[Email]]
SCORE = {"away": 41, "home": 37, "note": None}


@pytest.fixture
def live_email(
    ada: Visitor,
    season: ChannelDetails,
    apply: Apply,
    ids: Ids,
    application: Application,
    clock: FixedClock,
    emails: Emails,
) -> Email:
    """Return the email to Ada about a team that she set a reminder for.

    The team's event already has a score and goes live.
    """
    clock.set(NOON - 2 * HOUR)
    apply(season, events=[event("on-now", NOON - HOUR, score=SCORE)])
    ada.post("/reminder", about_type="participant", about_id=ids("participant", "cedar-hockey"))
    clock.set(NOON)
    application.runner.run(Task(live_notification_service.NOTIFY_LIVE_JOB, ()))
    return next(email for email in emails() if email.unsubscribe)


def test_the_email_names_the_event_and_the_reason_and_links_to_it(live_email: Email, ids: Ids) -> None:
    assert live_email.subject == "Harlan Hockey @ Cedar Hockey (Nov 21, 2026, 11:00\u202fAM) is live"
    assert "when Cedar Hockey goes live" in live_email.text
    link = f"http://prairie.localhost:8080/watch/{ids('event', 'on-now')}"
    assert link in live_email.text.splitlines() and f'href="{link}"' in live_email.html


def test_the_email_has_no_score(live_email: Email) -> None:
    for number in ("41", "37"):
        assert number not in live_email.subject + live_email.text.partition("http")[0]


def test_one_click_unsubscribe_removes_the_reminder(live_email: Email, ada: Visitor) -> None:
    url = urlsplit(live_email.unsubscribe)
    assert url.netloc == "prairie.localhost:8080"
    assert ada.browser.post(url.path, data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert ada.data("/reminders") == []


def test_the_unsubscribe_link_removes_the_reminder(live_email: Email, ada: Visitor) -> None:
    link = next(line for line in live_email.text.splitlines() if "/unsubscribe?" in line)
    [token] = parse_qs(urlsplit(link).query)["token"]
    assert ada.post("/news/unsubscribe", token=token).status_code == 200
    assert ada.data("/reminders") == []


@pytest.mark.parametrize("change", ["event over", "reminder removed"])
def test_an_email_that_waited_too_long_is_not_sent(
    change: str,
    live_email: Email,
    ada: Visitor,
    ids: Ids,
    application: Application,
    clock: FixedClock,
    emails: Emails,
) -> None:
    if change == "event over":
        clock.set(NOON + 2 * HOUR)
    else:
        [reminder] = ada.data("/reminders")
        assert ada.delete(f"/reminder/{reminder['id']}").status_code == 204
    email_count = len(emails())
    account_id: Any = ada.data("/profile")["id"]
    email_args = (
        ada.channel.id,
        "event_live",
        account_id,
        ids("event", "on-now"),
        int(NOON.timestamp()),
        "again",
    )
    application.runner.run(Task("channel.letter", email_args))
    assert len(emails()) == email_count


def test_a_retried_email_has_current_content(
    live_email: Email, ada: Visitor, ids: Ids, application: Application, emails: Emails
) -> None:
    account_id: Any = ada.data("/profile")["id"]
    email_args = (
        ada.channel.id,
        "event_live",
        account_id,
        ids("event", "on-now"),
        int(NOON.timestamp()),
        "again",
    )
    application.runner.run(Task("channel.letter", email_args))
    assert [email.subject for email in emails() if email.unsubscribe] == [live_email.subject] * 2
