"""Offers for tests, in the form of a pack's billing part."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from touchline.shared.money import Money

IDS = {"category": {"hockey": 7, "soccer": 9}}


def usd(text: str) -> Money:
    """Return an amount in US dollars."""
    return Money.parse(text, "USD")


def package_entry(key: str, **more: Any) -> dict[str, Any]:
    """Return an entry of `packages`."""
    return {
        "key": key,
        "name": {"en": key.title(), "fr": f"Forfait {key}"},
        "description": None,
        "type": "season",
        "price": {"base": usd("39.99"), "fee": usd("1.50")},
        "offer": "season",
        "period": None,
        "categories": ["hockey"],
        "is_team_pass": False,
        "days": None,
        "until": None,
        "price_choice": None,
        "receipt_note": None,
        "capabilities": ["watch"],
        "weight": 0,
        "limits": {},
        "features": [{"en": "Every game", "fr": "Chaque match"}],
        "recommended": False,
        "availability": {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": False},
        **more,
    }


def subscription_entry(key: str, **more: Any) -> dict[str, Any]:
    """Return an entry of `subscriptions`."""
    return {
        "key": key,
        "name": {"en": key.title()},
        "description": {"en": "All of it."},
        "price": {"base": usd("99"), "fee": usd("0")},
        "offer": "annual",
        "period": "annual",
        "trial_period": 7,
        "off_season": None,
        "capabilities": ["watch", "clipping"],
        "weight": 0,
        "limits": {},
        "features": [],
        "recommended": True,
        "availability": {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": False},
        **more,
    }


def coupon_entry(code: str, **more: Any) -> dict[str, Any]:
    """Return an entry of `coupons`."""
    return {
        "code": code,
        "percent": Decimal(20),
        "amount": None,
        "products": [],
        "limit": None,
        "limit_each": None,
        "starts": None,
        "ends": None,
        **more,
    }


def billing_part(
    *packages: dict[str, Any],
    subscriptions: tuple[dict[str, Any], ...] = (),
    coupons: tuple[dict[str, Any], ...] = (),
) -> dict[str, Any]:
    """Return the billing part of a pack."""
    return {"packages": list(packages), "subscriptions": list(subscriptions), "coupons": list(coupons)}
