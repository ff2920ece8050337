"""Checks `coupons.yaml`: references to other files, and duplicate codes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from touchline.front.packs.parser.documents import Document
from touchline.front.packs.problems import Problem, suggest

COUPONS_FILE = "coupons.yaml"


def check_coupon_references(coupons: Document | None, offers: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Yield a problem for each duplicate code and unknown product.

    `offers` has the keys of `package` and `subscription`.
    """
    entries = coupons.data if coupons and isinstance(coupons.data, list) else []
    seen: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if coupons is None or not isinstance(entry, Mapping):
            continue
        yield from _check_duplicate(coupons, index, str(entry.get("code", index)).upper(), seen)
        products = entry.get("products")
        for position, name in enumerate(products if isinstance(products, list) else ()):
            kind, _, key = str(name).partition(":")
            if key and kind in offers and key not in offers[kind]:
                valid_products = [f"{kind}:{offer_key}" for offer_key in offers[kind]]
                hint = (
                    suggest(str(name), valid_products, all_of="packages.yaml has")
                    or "define it in packages.yaml"
                )
                path = (index, "products", position)
                yield coupons.build_problem(path, f"`{key}` is not a {kind} in packages.yaml", hint)


def _check_duplicate(coupons: Document, index: int, code: str, seen: dict[str, int]) -> Iterator[Problem]:
    line = seen.setdefault(code, coupons.get_line((index, "code")))
    if line != coupons.get_line((index, "code")):
        message = f"`{code}` is already used on line {line}"
        yield coupons.build_problem((index, "code"), message, "choose a unique code")
