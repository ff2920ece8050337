"""Purchases of the demo: a pass, a game, a gift, five codes, a donation, and two make-goods."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.analytics.ports.evidence import BroadcastKey, EvidenceRecords, RequestKey, SlotBits
from touchline.billing.application.bundles.bundle_admin import BundleAdmin, Proposal
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.make_good.make_good_service import MakeGoodService
from touchline.billing.application.vouchers.redeem_voucher import RedeemVoucher
from touchline.billing.application.vouchers.voucher_queries import VoucherQueries
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.vouchers.vouchers import GiftRequest
from touchline.billing.ports.offers import Offers
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelDetails, ChannelFacade
from touchline.demo.accounts import INES, JONAS
from touchline.platform.db.session import Database
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, EventId, OrderId, SessionId
from touchline.shared.principal import Principal

SELLER, PARTNER = "prairie", "atelier"
PASS_GAME, SINGLE_GAME = "gld-stb-girls-volleyball", "nfk-msn-girls-basketball"
"""Live games with an outage. The make-good of the first is paid, and that of the second waits."""
EARLIER_MINUTES, WATCHED_MINUTES, OUTAGE = 45, 30, range(12, 22)
"""The game before the viewer came, the time that the viewer watched, and the minutes without video."""
ALL_SLOTS = (1 << 10) - 1
CARD = "pm_card_visa"


@dataclass(frozen=True)
class Sales:
    """What sells, gives and pays back."""

    offers: Offers
    checkout: CheckoutService
    redeem: RedeemVoucher
    codes: VoucherQueries
    make_goods: MakeGoodService
    bundles: BundleAdmin


class DemoPurchases:
    """Use case: buy one of each kind. Purchases have idempotency keys, so a second run buys nothing."""

    def __init__(
        self,
        database: Database,
        channels: ChannelFacade,
        catalog: CatalogFacade,
        sales: Sales,
        evidence: EvidenceRecords,
        clock: Clock,
    ) -> None:
        self._database = database
        self._channels = channels
        self._catalog = catalog
        self._sales = sales
        self._evidence = evidence
        self._clock = clock

    def __call__(self) -> None:
        """Buy, redeem, and record outages with their make-goods. Call it while payments are available."""
        with self._database.transaction(None, unscoped=True):
            seller = next(item for item in self._channels.list_channels() if item.slug == SELLER)
        with self._database.transaction(seller.id):
            buyer, recipient = self._find_viewer(seller, INES.email), self._find_viewer(seller, JONAS.email)
            ids = {package.key: package.id for package in self._sales.offers.list_packages()}
            events = self._catalog.list_ids_by_key("event")
        self._buy(buyer, "pass", ids["volleyball-season"])
        self._buy(buyer, "game", events[SINGLE_GAME], ProductKind.EVENT, package_id=ids["single-game"])
        self._buy(buyer, "donation", ids["new-cameras"], ProductKind.DONATION, amount="25.00")
        gift = GiftRequest(email=JONAS.email, recipient=JONAS.first_name, message="See you at the gym!")
        self._redeem(self._buy(buyer, "gift", ids["basketball-season"], gift=gift), buyer, recipient)
        codes = GiftRequest(quantity=5)
        self._redeem(self._buy(buyer, "codes", ids["hockey-season"], gift=codes), buyer, recipient)
        self._propose_bundle(seller.id)
        for key in (PASS_GAME, SINGLE_GAME):
            self._record_outage(buyer, EventId(events[key]))
        self._sales.make_goods.pay(seller.id, events[PASS_GAME])
        self._sales.make_goods.propose(seller.id, events[SINGLE_GAME])

    def _find_viewer(self, channel: ChannelDetails, email: str) -> Principal:
        account_id = self._channels.find_account_id(email)
        return Principal(channel.id, SessionId(0), account_id, channel.language, None)

    def _buy(
        self,
        viewer: Principal,
        name: str,
        product_id: int,
        kind: ProductKind = ProductKind.PACKAGE,
        *,
        package_id: int | None = None,
        amount: str | None = None,
        gift: GiftRequest | None = None,
    ) -> OrderId:
        purchase = Purchase(
            kind=kind,
            id=product_id,
            package_id=package_id,
            card=CARD,
            key=f"demo-{name}",
            amount=amount,
            gift=gift,
        )
        return self._sales.checkout.buy(purchase, viewer)

    def _redeem(self, order_id: OrderId, buyer: Principal, recipient: Principal) -> None:
        """Redeem the first code of an order, unless it is redeemed."""
        with self._database.transaction(buyer.channel_id):
            code = self._sales.codes.list_own(buyer, order_id)[0]["code"]
            if code:
                self._sales.redeem(code, recipient)

    def _propose_bundle(self, seller_id: ChannelId) -> None:
        """Propose that the annual subscription also opens the partner's library. Until its operator accepts,
        no page of the seller names the partner.
        """
        with self._database.transaction(seller_id):
            if not self._sales.bundles.show("en")["outgoing"]:
                proposal = Proposal("subscription", "network-annual", PARTNER, percent="20")
                self._sales.bundles.propose(proposal)

    def _record_outage(self, viewer: Principal, event_id: EventId) -> None:
        """Record that the viewer watched, and that the venue sent no video for ten minutes."""
        first = int(self._clock.now().timestamp()) // 60 - WATCHED_MINUTES
        requests: dict[RequestKey, SlotBits] = {}
        broadcasts: dict[BroadcastKey, SlotBits] = {}
        for offset in range(-EARLIER_MINUTES, WATCHED_MINUTES):
            on_air = 0 if offset in OUTAGE else ALL_SLOTS
            if offset >= 0:
                request_key = RequestKey(viewer.channel_id, event_id, viewer.viewer_id, first + offset)
                requests[request_key] = {"fetched": on_air, "polled": ALL_SLOTS}
            broadcast_key = BroadcastKey(viewer.channel_id, event_id, first + offset)
            broadcasts[broadcast_key] = {"supervised": ALL_SLOTS, "on_air": on_air}
        with self._database.transaction(None, unscoped=True):
            self._evidence.add(requests, broadcasts)
