"""A visitor who becomes a viewer: registers, follows a team, watches, hides scores, buys, cuts a clip or
changes the password, and writes to the channel.

If a request is refused because something is unavailable, the visitor retries after a second.
"""

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
from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.faults.request_log import ACTIONS, RETRY, BrowserClient, RequestLog

PASSWORD, NEW_PASSWORD = "north-window-58-harvest", "south-window-85-harvest"
WATCH_POSITION = 30
MAX_JOURNEY_SECONDS = 100.0
_RETRY_SECONDS = 1.0
_CLIP: dict[str, Any] = {"name": "Ace", "start_time": 4.2, "duration": 5, "tags": ["ace"]}
_numbers = count(int(time.time()))


class ViewerJourney:
    """The steps of a visitor, and the acknowledged ids by step name.

    `clock_offset`: how many seconds the account's creation time was off.
    """

    def __init__(self, browser: BrowserClient, event: dict[str, Any], deployment: Deployment) -> None:
        self.browser, self._event, self._deployment = browser, event, deployment
        self.number = next(_numbers)
        self.email = f"visitor{self.number}@example.com"
        self.account_id = 0
        self.acknowledged: dict[str, int] = {}
        self.failed_step = ""
        self.clock_offset = 0.0

    def run(self) -> None:
        """Run all steps. A step that cannot be completed ends the journey."""
        steps: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("key", self._get_api_key),
            ("account", self._register),
            ("favorite", self._follow_team),
            ("position", self._save_watch_position),
            ("setting", self._hide_scores),
            ("order", self._buy_package),
            ("clip", self._create_clip),
            ("password", self._change_password),
            ("request", self._send_contact_form),
        )
        deadline = time.monotonic() + MAX_JOURNEY_SECONDS
        for name, step in steps:
            while (result := step()) is None:
                if time.monotonic() > deadline:
                    self.failed_step = name
                    return
                time.sleep(_RETRY_SECONDS)
            if result:
                self.acknowledged[name] = result

    def _get_api_key(self) -> int | None:
        """Get a key, as a page does when it opens."""
        return 0 if request_api_key(self.browser) else None

    def _register(self) -> int | None:
        form: dict[str, Any] = {
            "first_name": "Ada",
            "last_name": "Visitor",
            "email": self.email,
            "password": PASSWORD,
            "password_confirmation": PASSWORD,
            "accept_terms": True,
        }
        response = self.browser.post(ACTIONS, "/v2/auth/register", **form)
        if response:
            created_at = datetime.fromisoformat(response["data"]["user"]["created_at"])
            self.clock_offset = created_at.timestamp() - time.time()
        response = response or self.browser.post(RETRY, "/v2/auth/login", login=self.email, password=PASSWORD)
        if response is None:
            return None
        self.browser.api_key, self.account_id = response["data"]["api_key"], response["data"]["user"]["id"]
        return self.account_id

    def _follow_team(self) -> int | None:
        team = self._event["participants"][0]["id"]
        body = {"favoritable_type": "participant", "favoritable_id": team}
        response = self.browser.post(ACTIONS, "/favorite", **body)
        return int(response["data"]["id"]) if response else None

    def _save_watch_position(self) -> int | None:
        body = {"kind": "event", "item_id": self._event["id"], "position": WATCH_POSITION, "duration": 100}
        return (
            None if self.browser.post(ACTIONS, "/watch-position", **body) is None else int(self._event["id"])
        )

    def _hide_scores(self) -> int | None:
        response = self.browser.post(ACTIONS, "/watch-settings", hide_scores=True)
        return int(response["data"]["hide_scores"]) if response else None

    def _buy_package(self) -> int | None:
        card = self._save_card()
        offers = self.browser.get(ACTIONS, "/subscriptions") if card else None
        if offers is None:
            return None
        offer = next(candidate for candidate in offers["data"] if "clipping" in candidate["capabilities"])
        body = {"type": "subscription", "id": offer["id"], "payment_method": card}
        response = self.browser.post(ACTIONS, "/stripe/buy", key=f"life-{self.number}", **body)
        return int(response["data"]["id"]) if response and response["data"]["status"] == "paid" else None

    def _save_card(self) -> str | None:
        """Enter a card in the payment service's own frame: the browser calls that service."""
        if self._saved_card is None:
            intent = self.browser.post(ACTIONS, "/stripe/setup-intent")
            if intent is None:
                return None
            secret = intent["data"]["client_secret"]
            body = {"client_secret": secret, "payment_method": "pm_card_visa", "key": PUBLISHABLE_KEY}
            path = f"/v1/setup_intents/{secret.partition('_secret_')[0]}/confirm"
            url = f"http://127.0.0.1:{self._deployment.port + 18}{path}"
            request = Request(url, urlencode(body).encode())
            try:
                with urlopen(request, timeout=20) as response:  # noqa: S310
                    self._saved_card = str(json.load(response)["payment_method"])
            except (URLError, OSError):
                return None
        return self._saved_card

    _saved_card: str | None = None

    def _create_clip(self) -> int | None:
        if self.number % 2:
            return 0
        media = self.browser.get(ACTIONS, f"/events/{self._event['id']}")
        if media is None:
            return None
        media_id = next(candidate["id"] for candidate in media["data"]["media"] if _is_playable(candidate))
        response = self.browser.post(
            ACTIONS, "/clip", event_id=self._event["id"], event_media_id=media_id, **_CLIP
        )
        return int(response["data"]["id"]) if response else None

    def _change_password(self) -> int | None:
        """Change the password. It also counts if an earlier attempt succeeded and only its response was
        lost."""
        if self.number % 2 == 0:
            return 0
        body = {"_method": "patch", "current_password": PASSWORD}
        body |= {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD}
        request_kind = RETRY if self._has_tried_password else ACTIONS
        self._has_tried_password = True
        result = self.browser.post(request_kind, "/profile", **body) is not None
        return self.account_id if result or can_log_in(self._deployment, self.email, NEW_PASSWORD) else None

    _has_tried_password = False

    def _send_contact_form(self) -> int | None:
        fields = {"name": "Ada", "email": self.email, "subject": "Thanks", "message": "It was a good game."}
        response = self.browser.post(ACTIONS, "/custom-forms/contacts", fields=fields)
        return int(response["data"]["id"]) if response else None


def request_api_key(browser: BrowserClient) -> bool:
    """Request a key, as a page does when it opens for the first time. Return whether it succeeded."""
    response = browser.request(ACTIONS, "GET", "/channel-key")
    key = response and browser.post(ACTIONS, "/get_api_key", channel_key=response["data"]["channel_key"])
    if not key:
        return False
    browser.api_key = key["data"]["api_key"]
    return True


def can_log_in(deployment: Deployment, email: str, password: str) -> bool:
    """Return whether a password logs its viewer in from another browser."""
    browser = BrowserClient(deployment.port, RequestLog())
    return (
        request_api_key(browser)
        and browser.post(ACTIONS, "/v2/auth/login", login=email, password=password) is not None
    )


def _is_playable(media: dict[str, Any]) -> bool:
    return (media["url"] or "").endswith("master.m3u8")
