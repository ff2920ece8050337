"""What was acknowledged, looked for afterwards; and what the payment service holds beside what we say."""

from __future__ import annotations

import csv
import io
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from contracts.faults.diary import Browser, Diary
from contracts.faults.lives import NEW_PASSWORD, STOPPED_AT, Life, opens
from contracts.faults.stage import Stage
from contracts.faults.visitors import Crowd
from touchline.analytics.adapters.sql.tables import HappeningRow
from touchline.engagement.adapters.sql.form_tables import FormRequestRow

WITHIN = 420.0
"""Seconds in which all is there: what could not be done is done again by jobs of each minute."""
KINDS = (
    "account", "favourite", "place", "setting", "order", "pass", "clip", "password", "request", "report",
    "letter",
)  # fmt: skip
"""Of each of these something must have been acknowledged, or it would be proven of nothing."""
_LOOKS = 2.0
_CENT = Decimal(100)


@dataclass
class Found:
    """How many of each were acknowledged, what of it is missing, and what happened twice."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    missing: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Nothing is missing and nothing is there twice."""
        return not self.missing and not self.twice


def prove(crowd: Crowd) -> Found:
    """Look for everything, for a while; then compare the money."""
    found = Found()
    for life in crowd.lives:
        if "order" in life.acknowledged:
            life.acknowledged["pass"] = life.acknowledged["order"]  # what was bought is open
        found.acknowledged.update(life.acknowledged.keys())
    found.acknowledged["report"] = len(crowd.told)
    found.acknowledged["letter"] = sum("account" in life.acknowledged for life in crowd.lives)
    looks: list[tuple[str, Callable[[], bool]]] = [
        *((f"{what} {number} of {life.email}", _look(crowd.stage, life, what, number))
          for life in crowd.lives for what, number in life.acknowledged.items() if what != "request"),
        *((f"letter to {life.email}", _letter(crowd.stage, life))
          for life in crowd.lives if "account" in life.acknowledged),
    ]  # fmt: skip
    until = time.monotonic() + WITHIN
    while looks and time.monotonic() < until:
        looks = [(what, is_there) for what, is_there in looks if not is_there()]
        if looks:
            time.sleep(_LOOKS)
    found.missing += [what for what, _ in looks]
    _once(crowd, found)
    _requests(crowd, found)
    _reports(crowd, found, until)
    _money(crowd, found, until)
    return found


def _look(stage: Stage, life: Life, what: str, number: int) -> Callable[[], bool]:
    browser = Browser(stage.port, Diary())
    browser.api_key = life.browser.api_key
    asks: dict[str, Callable[[], Any]] = {
        "account": lambda: browser.get("", "/profile"),
        "favourite": lambda: browser.get("", "/favorites"),
        "place": lambda: browser.get("", "/watch-positions"),
        "setting": lambda: browser.get("", "/watch-settings"),
        "order": lambda: browser.get("", f"/orders/{number}"),
        "pass": lambda: browser.get("", "/user/access"),
        "clip": lambda: browser.get("", f"/clip/{number}"),
    }
    fits: dict[str, Callable[[Any], bool]] = {
        "account": lambda data: data["email"] == life.email,
        "favourite": lambda data: number in {one["id"] for one in data},
        "place": lambda data: (number, STOPPED_AT) in {(one["item_id"], one["position"]) for one in data},
        "setting": lambda data: data["hide_scores"] is True,
        "pass": lambda data: data["capabilities"]["clipping"] is True,
        "order": lambda data: data["status"] == "paid",
        "clip": lambda data: data["state"] == "ready",
    }

    if what == "password":
        return lambda: opens(stage, life.email, NEW_PASSWORD)

    def is_there() -> bool:
        answer = asks[what]()
        return answer is not None and fits[what](answer["data"])

    return is_there


def _once(crowd: Crowd, found: Found) -> None:
    """Who asked again because no answer came has one clip all the same."""
    for life in crowd.lives:
        if "clip" not in life.acknowledged:
            continue
        browser = Browser(crowd.stage.port, Diary())
        browser.api_key = life.browser.api_key
        mine = browser.get("", "/clips/user")
        if mine is None or mine["meta"]["total"] != 1:
            found.twice.append(f"clip of {life.email}")


def _letter(stage: Stage, life: Life) -> Callable[[], bool]:
    return lambda: stage.mail.got(life.email) > 0


def _requests(crowd: Crowd, found: Found) -> None:
    """What was written into the contact form; nobody reads it by a browser."""
    with (
        crowd.stage.house() as house,
        house.container.database().transaction(None, unscoped=True) as session,
    ):
        kept = set(session.scalars(select(FormRequestRow.id)))
    sent = [life for life in crowd.lives if "request" in life.acknowledged]
    found.missing += [f"request of {one.email}" for one in sent if one.acknowledged["request"] not in kept]


def _reports(crowd: Crowd, found: Found, until: float) -> None:
    wanted = set(crowd.told)
    while True:
        with (
            crowd.stage.house() as house,
            house.container.database().transaction(None, unscoped=True) as session,
        ):
            pages = session.scalars(select(HappeningRow.page).where(HappeningRow.page.like("/n/%"))).all()
        stored = Counter(int(page.removeprefix("/n/")) for page in pages)
        if wanted <= set(stored) or time.monotonic() > until:
            break
        time.sleep(_LOOKS)
    lost = wanted - set(stored)
    if lost:
        found.missing.append(f"{len(lost)} reports")
    doubled = sum(1 for number in wanted if stored[number] > 1)
    if doubled:
        found.twice.append(f"{doubled} reports")


def _money(crowd: Crowd, found: Found, until: float) -> None:
    """Each viewer is charged once at most, and what the service took is what the ledger says."""
    while True:
        charged, taken = _charges(crowd.stage)
        ledger = _ledger(crowd.stage)
        if taken == ledger or time.monotonic() > until:
            break
        time.sleep(_LOOKS)
    if taken != ledger:
        found.missing.append(f"money: the payment service took {taken}, the ledger says {ledger}")
    for life in crowd.lives:
        times = charged[life.account] if life.account else 0
        if times > 1:
            found.twice.append(f"charge of {life.email}")
        if "order" in life.acknowledged and not times:
            found.missing.append(f"charge of {life.email}")


def _charges(stage: Stage) -> tuple[Counter[int], Decimal]:
    """How often each account was charged, and how much all of them."""
    people = {one["id"]: int(one["metadata"].get("account", 0)) for one in _all(stage, "customers")}
    charges = [one for one in _all(stage, "charges") if one["status"] == "succeeded"]
    taken = sum(
        (Decimal(one["amount_captured"] - one["amount_refunded"]) / _CENT for one in charges), Decimal()
    )
    return Counter(people[one["customer"]] for one in charges), taken


def _all(stage: Stage, what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        after = f"&starting_after={found[-1]['id']}" if found else ""
        page = stage.stripe(f"/v1/{what}?limit=100{after}")
        found += page["data"]
        if not page["has_more"]:
            return found


def _ledger(stage: Stage) -> Decimal:
    rows = csv.DictReader(io.StringIO(stage.touchline("orders", "ledger")))
    return sum((Decimal(row["net"]) for row in rows), Decimal())
