"""Operators' names for products on sale: `event:12`, `package:hockey-season`, `subscription:network-annual`.

The part after the colon is a pack key or an id.
"""

from __future__ import annotations

from collections.abc import Mapping

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.ports.catalog_keys import CatalogKeys
from touchline.billing.ports.offers import Offers
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.strings.validation import is_digits

EXPECTED_FORMS = "event:ID, package:KEY or subscription:KEY"


class ProductReferences:
    """Resolves product names in the current channel."""

    def __init__(self, offers: Offers, catalog_keys: CatalogKeys) -> None:
        self._offers = offers
        self._catalog_keys = catalog_keys

    def parse(self, name: str) -> tuple[ProductKind, int]:
        """Return kind and id.

        Raises `RefusedError` if the name is malformed, and `NotFoundError` if the product is not on sale.
        """
        kind, _, reference = name.partition(":")
        if kind not in list(ProductKind) or not reference:
            raise RefusedError(f"{name} is not on sale. Write {EXPECTED_FORMS}.")
        return ProductKind(kind), self._find_id(ProductKind(kind), reference)

    def parse_scope(self, name: str) -> str:
        """Return a kind alone unchanged (`event`: all events), otherwise `kind:id`."""
        if name in list(ProductKind):
            return name
        kind, product_id = self.parse(name)
        return f"{kind.value}:{product_id}"

    def get_names(self) -> Mapping[str, str]:
        """Return names such as `package:3` with the key in place of the id, as operators read them."""
        return {
            f"{kind.value}:{product_id}": f"{kind.value}:{key}"
            for kind in (ProductKind.PACKAGE, ProductKind.SUBSCRIPTION)
            for key, product_id in self._get_ids_on_sale(kind.value).items()
        }

    def parse_team(self, reference: str) -> int:
        """Return the id of a team by key or id. Raises `NotFoundError`."""
        team_id = (
            int(reference) if is_digits(reference) else self._catalog_keys.get_id("participant", reference)
        )
        if team_id is None:
            raise NotFoundError(f"There is no team {reference} in this channel.")
        return team_id

    def _find_id(self, kind: ProductKind, reference: str) -> int:
        if kind is ProductKind.EVENT:
            product_id = (
                int(reference) if is_digits(reference) else self._catalog_keys.get_id("event", reference)
            )
            if product_id is None:
                raise NotFoundError(f"There is no event {reference} in this channel.")
            return product_id
        on_sale = self._get_ids_on_sale(kind.value)
        for key, product_id in on_sale.items():
            if reference in (key, str(product_id)):
                return product_id
        raise NotFoundError(
            f"There is no {kind.value} {reference} on sale. Available: {', '.join(on_sale) or 'none'}."
        )

    def _get_ids_on_sale(self, kind: str) -> dict[str, int]:
        """Return ids by key; empty for events, because there are too many."""
        if kind == ProductKind.PACKAGE.value:
            return {package.key: package.id for package in self._offers.list_packages()}
        if kind == ProductKind.SUBSCRIPTION.value:
            return {subscription.key: subscription.id for subscription in self._offers.list_subscriptions()}
        return {}
