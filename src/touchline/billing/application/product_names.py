"""What is on sale by the names that operators give it: `event:12`, `package:hockey-season`,
`subscription:network-annual`; keys of the pack, or ids."""

from __future__ import annotations

from touchline.billing.domain.orders import Kind
from touchline.billing.ports.catalogue_keys import CatalogueKeys
from touchline.billing.ports.offers import Offers
from touchline.shared.errors import NotFound, Refused
from touchline.shared.typed import is_digits

FORMS = "event:ID, package:KEY or subscription:KEY"


class ProductNames:
    """Reads such names in the present channel."""

    def __init__(self, offers: Offers, keys: CatalogueKeys) -> None:
        self._offers = offers
        self._keys = keys

    def read(self, name: str) -> tuple[Kind, int]:
        """Kind and id. `Refused` for what is no name, `NotFound` for what is not on sale."""
        kind, _, which = name.partition(":")
        if kind not in list(Kind) or not which:
            raise Refused(f"{name} names nothing on sale: write {FORMS}.")
        return Kind(kind), self._id(Kind(kind), which)

    def read_kind(self, name: str) -> str:
        """A kind alone as it is (`event`: all events), else `kind:id`."""
        if name in list(Kind):
            return name
        kind, number = self.read(name)
        return f"{kind.value}:{number}"

    def told(self, name: str) -> str:
        """`package:3` as an operator reads it, by its key."""
        kind, _, number = name.partition(":")
        key = next((key for key, found in self._on_sale(kind).items() if str(found) == number), None)
        return f"{kind}:{key}" if key else name

    def team(self, which: str) -> int:
        """The id of a team by key or id; `NotFound`."""
        number = int(which) if is_digits(which) else self._keys.id_of("participant", which)
        if number is None:
            raise NotFound(f"There is no team {which} in this channel.")
        return number

    def _id(self, kind: Kind, which: str) -> int:
        if kind is Kind.EVENT:
            number = int(which) if is_digits(which) else self._keys.id_of("event", which)
            if number is None:
                raise NotFound(f"There is no event {which} in this channel.")
            return number
        on_sale = self._on_sale(kind.value)
        for key, number in on_sale.items():
            if which in (key, str(number)):
                return number
        raise NotFound(f"There is no {kind.value} {which} on sale; there is: {', '.join(on_sale) or 'none'}.")

    def _on_sale(self, kind: str) -> dict[str, int]:
        """Ids by keys; of events none: they are too many."""
        if kind == Kind.PACKAGE.value:
            return {one.key: one.id for one in self._offers.packages()}
        if kind == Kind.SUBSCRIPTION.value:
            return {one.key: one.id for one in self._offers.subscriptions()}
        return {}
