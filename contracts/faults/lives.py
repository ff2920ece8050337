"""A visitor who becomes a viewer: registers, follows a team, watches a little, has scores hidden, buys, cuts
a clip or changes the password, and writes to the channel. Where one is refused because something is away, one
tries again after a moment, as people do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY
from contracts.faults.diary import ACT, Browser, Diary
from contracts.faults.stage import Stage

PASSWORD, NEW_PASSWORD = "north-window-58-harvest", "south-window-85-harvest"
STOPPED_AT = 30
STAYS = 100.0
_BETWEEN = 1.0
_CLIP: dict[str, Any] = {"name": "Ace", "start_time": 4.2, "duration": 5, "tags": ["ace"]}
_numbers = count(int(time.time()))


class Life:
    """What one did, and what of it was acknowledged: ids by the word for each. `off`: how many seconds the
    time at which the account says that it was made was off."""

    def __init__(self, browser: Browser, game: dict[str, Any], stage: Stage) -> None:
        self.browser, self._game, self._stage = browser, game, stage
        self.number = next(_numbers)
        self.email = f"visitor{self.number}@example.com"
        self.account = 0
        self.acknowledged: dict[str, int] = {}
        self.gave_up = ""
        self.off = 0.0

    def live(self) -> None:
        """From the first step to the last; one that cannot be done ends it."""
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("key", self._arrive),
            ("account", self._register),
            ("favourite", self._follow),
            ("place", self._stop),
            ("setting", self._hide_scores),
            ("order", self._buy),
            ("clip", self._clip),
            ("password", self._change_password),
            ("request", self._write),
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
        return 0 if arrive(self.browser) else None

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
        if answer:
            made = datetime.fromisoformat(answer["data"]["user"]["created_at"])
            self.off = made.timestamp() - time.time()
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

    def _stop(self) -> int | None:
        told = {"kind": "event", "item_id": self._game["id"], "position": STOPPED_AT, "duration": 100}
        return None if self.browser.post(ACT, "/watch-position", **told) is None else int(self._game["id"])

    def _hide_scores(self) -> int | None:
        answer = self.browser.post(ACT, "/watch-settings", hide_scores=True)
        return int(answer["data"]["hide_scores"]) if answer else None

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

    def _change_password(self) -> int | None:
        """Also done where it was done before, and only the answer was lost."""
        if self.number % 2 == 0:
            return 0
        told = {"_method": "patch", "current_password": PASSWORD}
        told |= {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD}
        kind = "again" if self._tried else ACT
        self._tried = True
        done = self.browser.post(kind, "/profile", **told) is not None
        return self.account if done or opens(self._stage, self.email, NEW_PASSWORD) else None

    _tried = False

    def _write(self) -> int | None:
        fields = {"name": "Ada", "email": self.email, "subject": "Thanks", "message": "It was a good game."}
        answer = self.browser.post(ACT, "/custom-forms/contacts", fields=fields)
        return int(answer["data"]["id"]) if answer else None


def arrive(browser: Browser) -> bool:
    """Whether a browser got a key, as a page does that is opened for the first time."""
    answer = browser.ask(ACT, "GET", "/channel-key")
    key = answer and browser.post(ACT, "/get_api_key", channel_key=answer["data"]["channel_key"])
    if not key:
        return False
    browser.api_key = key["data"]["api_key"]
    return True


def opens(stage: Stage, email: str, password: str) -> bool:
    """Whether a password lets its viewer in, at another browser."""
    browser = Browser(stage.port, Diary())
    return arrive(browser) and browser.post(ACT, "/v2/auth/login", login=email, password=password) is not None


def _plays(media: dict[str, Any]) -> bool:
    return (media["url"] or "").endswith("master.m3u8")
