"""Telling viewers that what they asked to be told of is live: once an event and viewer, never in their quiet
hours, and later where it is still live then.

It is asked for when a stream begins and each minute. Whether somebody was told is one row, written with what
makes the telling happen in one transaction: one who dies in the middle, or two at once, tell nobody twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from touchline.engagement.domain.reminders import LiveGame
from touchline.engagement.events import ReminderDue
from touchline.engagement.ports.catalogue import Catalogue
from touchline.engagement.ports.channel_facts import ChannelFacts
from touchline.engagement.ports.push import Push
from touchline.engagement.ports.reminders import Reminders, Told, Waiting
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Jobs
from touchline.shared.unit_of_work import Announce

TELL_LIVE = "engagement.tell_live"
PUSH = "engagement.push"
MAIL_QUEUE = "mail"
"""Its tasks are tried again after growing pauses."""
AT_ONCE = 200
KEPT = timedelta(days=60)
"""How long it is known who was told: longer than anything is live."""


@dataclass(frozen=True)
class Batch:
    """Some of those who wait: who can be told now, and the last one looked at (None: nobody is left)."""

    due: Sequence[Waiting]
    last: AccountId | None


class TellLive:
    """The steps of telling one channel's viewers, each for a transaction of its own."""

    def __init__(
        self,
        reminders: Reminders,
        told: Told,
        catalogue: Catalogue,
        channel_facts: ChannelFacts,
        push: Push,
        announce: Announce,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._reminders = reminders
        self._told = told
        self._catalogue = catalogue
        self._channel_facts = channel_facts
        self._push = push
        self._announce = announce
        self._jobs = jobs
        self._clock = clock

    def live(self) -> Sequence[LiveGame]:
        """What is live now."""
        return self._catalogue.live()

    def waiting(self, game: LiveGame, after: AccountId) -> Batch:
        """The next of those who were not told yet, by number."""
        found = self._reminders.waiting(game, after, AT_ONCE)
        now, zone = self._clock.now(), self._channel_facts.now().time_zone
        awake = (one for one in found if not one.settings.is_quiet(now, zone))
        due = [one for one in awake if one.settings.by_mail or self._by_push(one)]
        return Batch(due, found[-1].account_id if found else None)

    def tell(self, game: LiveGame, viewer: Waiting) -> bool:
        """Tell one viewer by the ways they want; False where they were told before."""
        if not self._told.first(viewer.account_id, game.event_id, self._clock.now()):
            return False
        channel_id, account_id, about = self._channel_facts.now().id, viewer.account_id, viewer.about
        if viewer.settings.by_mail:
            self._announce(ReminderDue(channel_id, account_id, game.event_id, about.type.value, about.id))
        if self._by_push(viewer):
            name = f"engagement-push-{channel_id}-{game.event_id}-{account_id}"
            self._jobs.enqueue(PUSH, channel_id, account_id, game.event_id, queue=MAIL_QUEUE, unique=name)
        return True

    def forget(self) -> int:
        """Forget who was told of what is long over, in every channel."""
        return self._told.forget(self._clock.now() - KEPT)

    def _by_push(self, viewer: Waiting) -> bool:
        wanted = viewer.settings.by_push and viewer.has_browser
        return wanted and self._push.public_key is not None
