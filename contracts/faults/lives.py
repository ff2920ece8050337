"""A visitor who becomes a viewer: registers, follows a team, buys, cuts a clip. Where one is refused because
something is away, one tries again after a moment, as people do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY
from contracts.faults.diary import ACT, Browser
from contracts.faults.stage import Stage

PASSWORD = "north-window-58-harvest"  # noqa: S105
STAYS = 100.0
_BETWEEN = 1.0
_CLIP: dict[str, Any] = {"name": "Ace", "start_time": 4.2, "duration": 5, "tags": ["ace"]}
_numbers = count(int(time.time()))


class Life:
    """What one did, and what of it was acknowledged: ids by the word for each."""

    def __init__(self, browser: Browser, game: dict[str, Any], stage: Stage) -> None:
        self.browser, self._game, self._stage = browser, game, stage
        self.number = next(_numbers)
        self.email = f"visitor{self.number}@example.com"
        self.account = 0
        self.acknowledged: dict[str, int] = {}
        self.gave_up = ""

    def live(self) -> None:
        """From the first step to the last; one that cannot be done ends it."""
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("key", self._arrive),
            ("account", self._register),
            ("favourite", self._follow),
            ("order", self._buy),
            ("clip", self._clip),
        )
        until = time.monotonic() + STAYS
        for name, step in steps:
            while (done := step()) is None:
                if time.monotonic() > until:
                    self.gave_up = name
                    return
                time.sleep(_BETWEEN)
            if done:
                self.acknowledged[name] = done

    def _arrive(self) -> int | None:
        """A key, as the page gets it when it is opened."""
        answer = self.browser.ask(ACT, "GET", "/channel-key")
        key = answer and self.browser.post(ACT, "/get_api_key", channel_key=answer["data"]["channel_key"])
        if not key:
            return None
        self.browser.api_key = key["data"]["api_key"]
        return 0

    def _register(self) -> int | None:
        form: dict[str, Any] = {
            "first_name": "Ada",
            "last_name": "Visitor",
            "email": self.email,
            "password": PASSWORD,
            "password_confirmation": PASSWORD,
            "accept_terms": True,
        }
        answer = self.browser.post(ACT, "/v2/auth/register", **form)
        answer = answer or self.browser.post("again", "/v2/auth/login", login=self.email, password=PASSWORD)
        if answer is None:
            return None
        self.browser.api_key, self.account = answer["data"]["api_key"], answer["data"]["user"]["id"]
        return self.account

    def _follow(self) -> int | None:
        team = self._game["participants"][0]["id"]
        told = {"favoritable_type": "participant", "favoritable_id": team}
        answer = self.browser.post(ACT, "/favorite", **told)
        return int(answer["data"]["id"]) if answer else None

    def _buy(self) -> int | None:
        card = self._card()
        offers = self.browser.get(ACT, "/subscriptions") if card else None
        if offers is None:
            return None
        offer = next(one for one in offers["data"] if "clipping" in one["capabilities"])
        told = {"type": "subscription", "id": offer["id"], "payment_method": card}
        answer = self.browser.post(ACT, "/stripe/buy", key=f"life-{self.number}", **told)
        return int(answer["data"]["id"]) if answer and answer["data"]["status"] == "paid" else None

    def _card(self) -> str | None:
        """A card, typed into the payment service's own frame: that service is asked by the browser."""
        if self._saved is None:
            intent = self.browser.post(ACT, "/stripe/setup-intent")
            if intent is None:
                return None
            secret = intent["data"]["client_secret"]
            told = {"client_secret": secret, "payment_method": "pm_card_visa", "key": PUBLISHABLE_KEY}
            path = f"/v1/setup_intents/{secret.partition('_secret_')[0]}/confirm"
            address = f"http://127.0.0.1:{self._stage.port + 18}{path}"
            asked = Request(address, urlencode(told).encode())
            try:
                with urlopen(asked, timeout=20) as answer:  # noqa: S310
                    self._saved = str(json.load(answer)["payment_method"])
            except (URLError, OSError):
                return None
        return self._saved

    _saved: str | None = None

    def _clip(self) -> int | None:
        if self.number % 2:
            return 0
        media = self.browser.get(ACT, f"/events/{self._game['id']}")
        if media is None:
            return None
        film = next(one["id"] for one in media["data"]["media"] if _plays(one))
        answer = self.browser.post(ACT, "/clip", event_id=self._game["id"], event_media_id=film, **_CLIP)
        return int(answer["data"]["id"]) if answer else None


def _plays(media: dict[str, Any]) -> bool:
    return (media["url"] or "").endswith("master.m3u8")
