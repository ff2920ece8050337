"""Letters about what is live, and about what somebody wrote."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from touchline.channel.application.live_letters import TellOfLiveGames
from touchline.channel.application.request_letters import AskForRequestLetter, WriteRequestLetter
from touchline.channel.tests.application.test_letters import Desk
from touchline.channel.tests.fakes import FakeChannels
from touchline.channel.tests.letter_fakes import NOON, PlainTexts, WrittenJobs, channel
from touchline.channel.tests.news_fakes import FakeNews
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.site_urls import SiteUrls

SITE = "https://prairie.example.org"


def test_hearing_of_a_reminder_twice_is_one_letter_to_each_viewer() -> None:
    desk = Desk()
    tell = TellOfLiveGames(desk.send)
    for account_id in (1, 1, 2):
        tell(AccountId(account_id), 9)
    assert [ids[-1] for _, ids, _, _ in desk.jobs.asked] == ["7-live-9-1", "7-live-9-1", "7-live-9-2"]


def test_the_letter_leads_to_the_game_and_can_be_stopped_with_one_click() -> None:
    desk = Desk()
    letter = desk.written("event_live", extra=9)
    assert letter.text == f"{SITE}/watch/9"
    assert letter.unsubscribe == f"{SITE}/unsubscribe/1.a%2Fb"
    assert desk.texts.facts["stop_link"] == f"{SITE}/unsubscribe?token=1.a%2Fb"
    assert desk.texts.facts["event"] == "Cedar Ridge @ Northgate"


def test_no_letter_says_that_a_game_is_live_once_it_is_not_or_nobody_wants_to_know() -> None:
    desk = Desk()
    desk.news.game = None
    assert desk.write("event_live", 9) is None


def test_a_closed_account_is_told_of_no_game() -> None:
    desk = Desk()
    desk.person.close(NOON)
    desk.accounts.save(desk.person)
    assert desk.write("event_live", 9) is None


def test_other_letters_cannot_be_stopped() -> None:
    assert Desk().written("receipt", extra=42).unsubscribe == ""


def request_letters(news: FakeNews) -> tuple[WriteRequestLetter, PlainTexts]:
    """What writes letters about requests, and the texts it writes with."""
    texts = PlainTexts()
    channels = FakeChannels(channel(language="fr"))
    return WriteRequestLetter(channels, news, texts, FixedClock(NOON), SiteUrls()), texts


def test_a_request_is_mailed_in_the_channels_language_and_answered_to_its_sender() -> None:
    write, texts = request_letters(FakeNews())
    letter = write(5)
    assert letter is not None
    assert (letter.to, letter.reply_to) == ("desk@example.org", "ada@example.org")
    assert letter.subject == "form_request in fr"
    assert letter.text == f"{SITE}/forms/seat"
    assert texts.facts["answers"] == (("Seats", "2"),)


def test_a_request_that_got_its_number_after_a_restore_is_another_letter() -> None:
    news = FakeNews()
    write = request_letters(news)[0]
    first, again = write(5), write(5)
    assert news.form is not None
    news.form = replace(news.form, created_at=NOON + timedelta(seconds=1))
    later = write(5)
    assert first and again and later
    assert first.name == again.name != later.name


def test_the_letter_about_a_contact_request_leads_to_the_contact_page() -> None:
    news = FakeNews()
    assert news.form is not None
    news.form = replace(news.form, alias="contacts")
    letter = request_letters(news)[0](5)
    assert letter is not None and letter.text == f"{SITE}/contacts"


def test_a_request_that_is_gone_is_not_mailed() -> None:
    assert request_letters(FakeNews())[0](6) is None


def test_the_letter_is_asked_for_by_ids_alone() -> None:
    jobs = WrittenJobs()
    AskForRequestLetter(jobs)(ChannelId(7), 5)
    assert jobs.asked == [("channel.request_letter", (7, 5), "mail", None)]
