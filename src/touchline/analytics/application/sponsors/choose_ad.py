"""The choice of the pre-roll before a playback."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from touchline.analytics.domain.sponsors.ad_breaks import AdBreak, AdTokens, break_seconds
from touchline.analytics.domain.sponsors.ad_choice import (
    AdPreroll,
    AdSponsor,
    can_play,
    is_capped,
    order_by_weight,
)
from touchline.analytics.ports.current_channel import CurrentChannel
from touchline.analytics.ports.sponsors import AdCaps, AdTargets, Sponsors
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError
from touchline.shared.principal import Principal

AD_ACCESS_DENIED = ErrorMessage(
    "errors.video_access_denied",
    "You do not have access to this video. Log in or buy access to report its views.",
)


@dataclass(frozen=True, slots=True)
class AdChoice:
    """The chosen pre-roll; None for no ad. A sponsor's has a `token` for its reports.

    `day` is the channel's day, for the browser of a visitor who counts the sponsor.
    """

    preroll_id: int | None
    sponsor: str | None
    token: str | None
    day: date


class ChooseAd:
    """Use case: choose the pre-roll before an event, at random by weight, within the caps of the sponsors.

    For an account, the server counts how often it saw a sponsor on a day. For other visitors, the browser
    counts and sends its numbers, which are not stored.
    """

    def __init__(
        self,
        sponsors: Sponsors,
        targets: AdTargets,
        caps: AdCaps,
        tokens: AdTokens,
        current_channel: CurrentChannel,
        clock: Clock,
        random_number: Callable[[], float] = random.random,
    ) -> None:
        self._sponsors = sponsors
        self._targets = targets
        self._caps = caps
        self._tokens = tokens
        self._current_channel = current_channel
        self._clock = clock
        self._random_number = random_number

    def __call__(
        self, principal: Principal, event_id: int, seen: Mapping[str, int], seen_on: str = ""
    ) -> AdChoice:
        """Return the choice. `seen` are the numbers of a visitor without an account, by sponsor.

        They count only on the day on which they were seen, such as 2026-11-21. Raises `ForbiddenError` if the
        viewer may not watch the event.
        """
        target = self._targets.get(principal, event_id)
        if target is None:
            raise ForbiddenError(AD_ACCESS_DENIED)
        now = self._clock.now()
        day = now.astimezone(self._current_channel.get_details().zone).date()
        candidates = [preroll for preroll in self._sponsors.list_prerolls() if can_play(preroll, target)]
        seen_today = seen if seen_on == day.isoformat() else {}
        for preroll in order_by_weight(candidates, self._random_number):
            if self._claim(principal, preroll.sponsor, seen_today, day):
                return self._build_choice(principal, preroll, event_id, int(now.timestamp()), day)
        return AdChoice(None, None, None, day)

    def _claim(
        self, principal: Principal, sponsor: AdSponsor | None, seen: Mapping[str, int], day: date
    ) -> bool:
        """Return whether the viewer may see a sponsor, and count it."""
        if sponsor is None or sponsor.daily_cap is None:
            return True
        if principal.account_id is None:
            return not is_capped(sponsor, seen.get(sponsor.key, 0))
        return self._caps.claim(principal.account_id, sponsor.key, day, sponsor.daily_cap)

    def _build_choice(
        self, principal: Principal, preroll: AdPreroll, event_id: int, now: int, day: date
    ) -> AdChoice:
        sponsor = preroll.sponsor
        if sponsor is None:
            return AdChoice(preroll.id, None, None, day)
        viewer = f"account:{principal.account_id}" if principal.account_id else f"key:{principal.session_id}"
        seconds = break_seconds(self._sponsors.get_suppress_minutes())
        break_id = self._tokens.create_break_id(principal.channel_id, viewer, event_id, now, seconds)
        ad_break = AdBreak(break_id, event_id, sponsor.key, day)
        return AdChoice(preroll.id, sponsor.key, self._tokens.issue(principal.channel_id, ad_break, now), day)
