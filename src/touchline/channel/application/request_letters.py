"""The letter about a filled-in form, to whom the channel wants to read it (api.md, "Favourites, forms,
contact")."""

from __future__ import annotations

from touchline.channel.application.letters import MAIL, Kind
from touchline.channel.ports.channels import Channels
from touchline.channel.ports.letter_texts import LetterTexts
from touchline.channel.ports.news import News
from touchline.channel.ports.post import Letter
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.jobs import Jobs
from touchline.shared.site_urls import SiteUrls

REQUEST_LETTER = "channel.request_letter"


class AskForRequestLetter:
    """Asks for the letter. It leaves by the queue, which tries for a day where the post is away; the request
    itself is kept whatever becomes of the letter."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs

    def __call__(self, channel_id: ChannelId, request_id: int) -> None:
        """By ids alone: what was written stands in no job."""
        self._jobs.enqueue(REQUEST_LETTER, channel_id, request_id, queue=MAIL)


class WriteRequestLetter:
    """Writes it in the channel's language."""

    def __init__(
        self, channels: Channels, news: News, texts: LetterTexts, clock: Clock, site_urls: SiteUrls
    ) -> None:
        self._channels = channels
        self._news = news
        self._texts = texts
        self._clock = clock
        self._site_urls = site_urls

    def __call__(self, request_id: int) -> Letter | None:
        """The letter, which is answered to the sender; None where nobody is to read it (any more). The same
        request is the same letter; one that got its number after a restore is another."""
        found = self._news.written_form(request_id)
        if found is None:
            return None
        channel = self._channels.present()
        site = channel.site(self._site_urls)
        page = "/contacts" if found.alias == "contacts" else f"/forms/{found.alias}"
        facts = {
            "first_name": "",
            "email": found.to,
            "when": found.created_at,
            "form": found.form,
            "sender": found.sender,
            "number": request_id,
            "link": site + page,
            "answers": found.rows,
        }
        said = self._texts.write(Kind.FORM_REQUEST, channel.language, facts, channel, site)
        return Letter(
            found.to,
            said.subject,
            said.html,
            said.text,
            channel.name,
            self._clock.now(),
            f"{channel.id}-request-{request_id}-{found.created_at:%Y%m%dT%H%M%S}",
            reply_to=found.sender,
        )
