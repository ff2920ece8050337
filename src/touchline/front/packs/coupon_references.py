"""What `coupons.yaml` says of other files, and of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from touchline.front.packs.documents import Document
from touchline.front.packs.problems import Problem, nearest

FILE = "coupons.yaml"


def check_coupons(coupons: Document | None, offers: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Codes that stand twice, and products that are none; `offers` has the keys of `package` and
    `subscription`."""
    entries = coupons.data if coupons and isinstance(coupons.data, list) else []
    seen: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if coupons is None or not isinstance(entry, Mapping):
            continue
        yield from _twice(coupons, index, str(entry.get("code", index)).upper(), seen)
        products = entry.get("products")
        for position, name in enumerate(products if isinstance(products, list) else ()):
            kind, _, key = str(name).partition(":")
            if key and kind in offers and key not in offers[kind]:
                known = [f"{kind}:{one}" for one in offers[kind]]
                right = nearest(str(name), known, all_of="packages.yaml has") or "define it in packages.yaml"
                path = (index, "products", position)
                yield coupons.problem(path, f"`{key}` is not a {kind} in packages.yaml", right)


def _twice(coupons: Document, index: int, code: str, seen: dict[str, int]) -> Iterator[Problem]:
    line = seen.setdefault(code, coupons.line((index, "code")))
    if line != coupons.line((index, "code")):
        wrong = f"`{code}` is a code already, on line {line}"
        yield coupons.problem((index, "code"), wrong, "give each its own")
