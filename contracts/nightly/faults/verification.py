"""Verification of acknowledged data, and comparison of the payment service's data with ours."""

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

from contracts.nightly.faults.deployment import Deployment
from contracts.nightly.faults.request_log import BrowserClient, RequestLog
from contracts.nightly.faults.viewer_journeys import NEW_PASSWORD, WATCH_POSITION, ViewerJourney, can_log_in
from contracts.nightly.faults.virtual_users import VirtualUsers
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow
from touchline.engagement.adapters.sql.form_tables import FormRequestRow

TIMEOUT_SECONDS = 420.0
"""Seconds until everything must exist. Jobs that run each minute retry what failed."""
RECORD_KINDS = (
    "account", "favorite", "position", "setting", "order", "pass", "clip", "password", "request", "report",
    "email",
)  # fmt: skip
"""At least one of each kind must have been acknowledged, else the run is not valid."""
_CHECK_INTERVAL_SECONDS = 2.0
_CENTS = Decimal(100)


@dataclass
class VerificationResult:
    """Acknowledged records by kind, the missing ones, and the duplicates."""

    acknowledged: Counter[str] = field(default_factory=Counter)
    missing: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Return True if nothing is missing and nothing is duplicated."""
        return not self.missing and not self.duplicates


def verify(virtual_users: VirtualUsers) -> VerificationResult:
    """Poll for every record for a while, then compare the payments."""
    result = VerificationResult()
    for journey in virtual_users.journeys:
        if "order" in journey.acknowledged:
            journey.acknowledged["pass"] = journey.acknowledged["order"]  # the purchase grants access
        result.acknowledged.update(journey.acknowledged.keys())
    result.acknowledged["report"] = len(virtual_users.reported_numbers)
    result.acknowledged["email"] = sum(
        "account" in journey.acknowledged for journey in virtual_users.journeys
    )
    pending_checks: list[tuple[str, Callable[[], bool]]] = [
        *((f"{kind} {number} of {journey.email}", _build_check(virtual_users.deployment, journey, kind,
                                                                number))
          for journey in virtual_users.journeys for kind, number in journey.acknowledged.items()
          if kind != "request"),
        *((f"email to {journey.email}", _build_email_check(virtual_users.deployment, journey))
          for journey in virtual_users.journeys if "account" in journey.acknowledged),
    ]  # fmt: skip
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while pending_checks and time.monotonic() < deadline:
        pending_checks = [(record, is_found) for record, is_found in pending_checks if not is_found()]
        if pending_checks:
            time.sleep(_CHECK_INTERVAL_SECONDS)
    result.missing += [record for record, _ in pending_checks]
    _check_clip_duplicates(virtual_users, result)
    _check_form_requests(virtual_users, result)
    _check_reports(virtual_users, result, deadline)
    _check_charges(virtual_users, result, deadline)
    return result


def _build_check(
    deployment: Deployment, journey: ViewerJourney, kind: str, number: int
) -> Callable[[], bool]:
    browser = BrowserClient(deployment.port, RequestLog())
    browser.api_key = journey.browser.api_key
    requests_by_kind: dict[str, Callable[[], Any]] = {
        "account": lambda: browser.get("", "/profile"),
        "favorite": lambda: browser.get("", "/favorites"),
        "position": lambda: browser.get("", "/watch-positions"),
        "setting": lambda: browser.get("", "/watch-settings"),
        "order": lambda: browser.get("", f"/orders/{number}"),
        "pass": lambda: browser.get("", "/user/access"),
        "clip": lambda: browser.get("", f"/clip/{number}"),
    }
    predicates: dict[str, Callable[[Any], bool]] = {
        "account": lambda data: data["email"] == journey.email,
        "favorite": lambda data: number in {item["id"] for item in data},
        "position": lambda data: (
            (number, WATCH_POSITION) in {(item["item_id"], item["position"]) for item in data}
        ),
        "setting": lambda data: data["hide_scores"] is True,
        "pass": lambda data: data["capabilities"]["clipping"] is True,
        "order": lambda data: data["status"] == "paid",
        "clip": lambda data: data["state"] == "ready",
    }

    if kind == "password":
        return lambda: can_log_in(deployment, journey.email, NEW_PASSWORD)

    def is_found() -> bool:
        response = requests_by_kind[kind]()
        return response is not None and predicates[kind](response["data"])

    return is_found


def _check_clip_duplicates(virtual_users: VirtualUsers, result: VerificationResult) -> None:
    """Check that a viewer who retried after a missing response has one clip."""
    for journey in virtual_users.journeys:
        if "clip" not in journey.acknowledged:
            continue
        browser = BrowserClient(virtual_users.deployment.port, RequestLog())
        browser.api_key = journey.browser.api_key
        own_clips = browser.get("", "/clips/user")
        if own_clips is None or own_clips["meta"]["total"] != 1:
            result.duplicates.append(f"clip of {journey.email}")


def _build_email_check(deployment: Deployment, journey: ViewerJourney) -> Callable[[], bool]:
    return lambda: deployment.mail_server.count_received(journey.email) > 0


def _check_form_requests(virtual_users: VirtualUsers, result: VerificationResult) -> None:
    """Check the contact form messages, which no browser can read."""
    with (
        virtual_users.deployment.application() as application,
        application.container.database().transaction(None, unscoped=True) as session,
    ):
        stored_ids = set(session.scalars(select(FormRequestRow.id)))
    senders = [journey for journey in virtual_users.journeys if "request" in journey.acknowledged]
    result.missing += [
        f"request of {item.email}" for item in senders if item.acknowledged["request"] not in stored_ids
    ]


def _check_reports(virtual_users: VirtualUsers, result: VerificationResult, deadline: float) -> None:
    expected = set(virtual_users.reported_numbers)
    while True:
        with (
            virtual_users.deployment.application() as application,
            application.container.database().transaction(None, unscoped=True) as session,
        ):
            pages = session.scalars(
                select(AnalyticsEventRow.page).where(AnalyticsEventRow.page.like("/n/%"))
            ).all()
        stored = Counter(int(page.removeprefix("/n/")) for page in pages)
        if expected <= set(stored) or time.monotonic() > deadline:
            break
        time.sleep(_CHECK_INTERVAL_SECONDS)
    lost_numbers = expected - set(stored)
    if lost_numbers:
        result.missing.append(f"{len(lost_numbers)} reports")
    duplicate_count = sum(1 for number in expected if stored[number] > 1)
    if duplicate_count:
        result.duplicates.append(f"{duplicate_count} reports")


def _check_charges(virtual_users: VirtualUsers, result: VerificationResult, deadline: float) -> None:
    """Check that each viewer is charged at most once, and that the service's total equals the ledger's."""
    while True:
        charge_counts, captured_total = _load_charges(virtual_users.deployment)
        ledger = _load_ledger_total(virtual_users.deployment)
        if captured_total == ledger or time.monotonic() > deadline:
            break
        time.sleep(_CHECK_INTERVAL_SECONDS)
    if captured_total != ledger:
        result.missing.append(
            f"money: the payment service captured {captured_total}, the ledger has {ledger}"
        )
    for journey in virtual_users.journeys:
        times = charge_counts[journey.account_id] if journey.account_id else 0
        if times > 1:
            result.duplicates.append(f"charge of {journey.email}")
        if "order" in journey.acknowledged and not times:
            result.missing.append(f"charge of {journey.email}")


def _load_charges(deployment: Deployment) -> tuple[Counter[int], Decimal]:
    """Return how often each account was charged, and the total amount."""
    accounts_by_customer = {
        item["id"]: int(item["metadata"].get("account", 0)) for item in _list_all(deployment, "customers")
    }
    charges = [item for item in _list_all(deployment, "charges") if item["status"] == "succeeded"]
    captured_total = sum(
        (Decimal(item["amount_captured"] - item["amount_refunded"]) / _CENTS for item in charges), Decimal()
    )
    return Counter(accounts_by_customer[item["customer"]] for item in charges), captured_total


def _list_all(deployment: Deployment, kind: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = []
    while True:
        cursor = f"&starting_after={result[-1]['id']}" if result else ""
        page = deployment.request_stripe(f"/v1/{kind}?limit=100{cursor}")
        result += page["data"]
        if not page["has_more"]:
            return result


def _load_ledger_total(deployment: Deployment) -> Decimal:
    rows = csv.DictReader(io.StringIO(deployment.run_command("orders", "ledger")))
    return sum((Decimal(row["net"]) for row in rows), Decimal())
