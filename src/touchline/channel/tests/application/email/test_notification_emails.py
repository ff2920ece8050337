"""Emails about live events and submitted forms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from touchline.channel.application.email.final_score_emails import SendFinalScoreEmails
from touchline.channel.application.email.form_request_emails import (
    QueueFormRequestEmail,
    WriteFormRequestEmail,
)
from touchline.channel.application.email.live_event_emails import SendLiveEventEmails
from touchline.channel.tests.application.email.test_emails import EmailHarness
from touchline.channel.tests.email_fakes import NOON, FakeEmailTemplates, RecordingJobs, channel
from touchline.channel.tests.notification_fakes import FakeNotifications
from touchline.channel.tests.site_fakes import FakeChannels
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.site_urls import SiteUrls

SITE = "https://prairie.example.org"


def test_a_duplicate_reminder_sends_one_email_per_viewer() -> None:
    harness = EmailHarness()
    send_live_event_emails = SendLiveEventEmails(harness.email_queue)
    for account_id in (1, 1, 2):
        send_live_event_emails(AccountId(account_id), 9)
    assert [ids[-1] for _, ids, _, _ in harness.jobs.enqueued] == ["7-live-9-1", "7-live-9-1", "7-live-9-2"]


def test_a_live_email_links_to_the_event_and_supports_one_click_unsubscribe() -> None:
    harness = EmailHarness()
    email = harness.require_email("event_live", reference_id=9)
    assert email.text == f"{SITE}/watch/9"
    assert email.unsubscribe == f"{SITE}/unsubscribe/1.a%2Fb"
    assert harness.email_templates.variables["stop_link"] == f"{SITE}/unsubscribe?token=1.a%2Fb"
    assert harness.email_templates.variables["event"] == "Cedar Ridge @ Northgate"


def test_no_live_email_is_sent_after_the_event_or_the_unsubscribe() -> None:
    harness = EmailHarness()
    harness.notifications.live_event = None
    assert harness.build_email("event_live", 9) is None


def test_a_closed_account_gets_no_live_email() -> None:
    harness = EmailHarness()
    harness.account.close(NOON)
    harness.accounts.save(harness.account)
    assert harness.build_email("event_live", 9) is None


def test_an_email_with_the_final_is_sent_once_and_links_to_the_event() -> None:
    harness = EmailHarness()
    send_emails = SendFinalScoreEmails(harness.email_queue)
    for account_id in (1, 1, 2):
        send_emails(AccountId(account_id), 9)
    assert [ids[-1] for _, ids, _, _ in harness.jobs.enqueued] == [
        "7-final-9-1",
        "7-final-9-1",
        "7-final-9-2",
    ]
    email = harness.require_email("final_score", reference_id=9)
    assert email.text == f"{SITE}/watch/9"
    assert email.unsubscribe == f"{SITE}/unsubscribe/1.a%2Fb.score-alerts"
    assert harness.email_templates.variables["result"] == "Final – Cedar Ridge 4, Northgate 5 (OT)"


def test_no_email_has_the_final_of_a_game_that_goes_on_or_goes_to_a_suspended_account() -> None:
    harness = EmailHarness()
    harness.notifications.final_score = None
    assert harness.build_email("final_score", 9) is None
    harness = EmailHarness()
    harness.account.suspend(NOON)
    harness.accounts.save(harness.account)
    assert harness.build_email("final_score", 9) is None


def test_other_emails_have_no_unsubscribe() -> None:
    assert EmailHarness().require_email("receipt", reference_id=42).unsubscribe == ""


def create_form_request_writer(
    notifications: FakeNotifications,
) -> tuple[WriteFormRequestEmail, FakeEmailTemplates]:
    """Return the use case that writes form request emails, and the templates it uses."""
    email_templates = FakeEmailTemplates()
    channels = FakeChannels(channel(language="fr"))
    return WriteFormRequestEmail(
        channels, notifications, email_templates, FixedClock(NOON), SiteUrls()
    ), email_templates


def test_a_form_request_email_uses_the_channel_language_and_replies_to_the_sender() -> None:
    write_email, email_templates = create_form_request_writer(FakeNotifications())
    email = write_email(5)
    assert email is not None
    assert (email.to, email.reply_to) == ("desk@example.org", "ada@example.org")
    assert email.subject == "form_request in fr"
    assert email.text == f"{SITE}/forms/seat"
    assert email_templates.variables["answers"] == (("Seats", "2"),)


def test_a_request_with_a_reused_id_is_another_email() -> None:
    notifications = FakeNotifications()
    write_email = create_form_request_writer(notifications)[0]
    first, second_email = write_email(5), write_email(5)
    assert notifications.submitted_form is not None
    notifications.submitted_form = replace(
        notifications.submitted_form, created_at=NOON + timedelta(seconds=1)
    )
    restored_email = write_email(5)
    assert first and second_email and restored_email
    assert first.digest == second_email.digest != restored_email.digest


def test_a_contact_request_email_links_to_the_contact_page() -> None:
    notifications = FakeNotifications()
    assert notifications.submitted_form is not None
    notifications.submitted_form = replace(notifications.submitted_form, alias="contacts")
    email = create_form_request_writer(notifications)[0](5)
    assert email is not None and email.text == f"{SITE}/contacts"


def test_a_deleted_request_sends_no_email() -> None:
    assert create_form_request_writer(FakeNotifications())[0](6) is None


def test_the_form_request_job_contains_ids_only() -> None:
    jobs = RecordingJobs()
    QueueFormRequestEmail(jobs)(ChannelId(7), 5)
    assert jobs.enqueued == [("channel.request_letter", (7, 5), "mail", None)]
