"""Bundles in a random walk: agreements of two channels, verified addresses, and the partner's accounts."""

from __future__ import annotations

from typing import ClassVar

from touchline.billing.application.bundles.bundle_admin import Proposal
from touchline.billing.domain.bundles.bundles import BundleStatus
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.viewer_actions import ViewerActions
from touchline.platform.db.session import after_commit
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal

SELLER, PARTNER = 1, 2
BUNDLED_OFFERS = (("package", "season"), ("subscription", "monthly"), ("subscription", "seasonal"))
PARTNER_ACCOUNTS = 1_000
"""Accounts of the partner channel have ids above this one."""


class BundleActions(ViewerActions):
    """Two channels that agree and end agreements, and viewers who verify addresses and close accounts."""

    WEIGHTS: ClassVar = {
        "agree_bundle": 3, "end_bundle": 1, "verify_address": 4,
        "close_partner_account": 1, "reconcile_bundles": 1,
    }  # fmt: skip

    def __init__(self, system: BillingSystem, seed: str) -> None:
        super().__init__(system, seed)
        self._partner_count = 0
        self.partners = [self._register_partner(address) for address in self._list_addresses()]
        for kind, key in BUNDLED_OFFERS[:2]:
            self._agree(kind, key, "25")

    def agree_bundle(self) -> str:
        """Propose a bundle, which the partner accepts, declines or leaves."""
        kind, key = self.random.choice(BUNDLED_OFFERS)
        return self._agree(kind, key, self.random.choice(("0", "12.5", "33.33", "100")))

    def end_bundle(self) -> str:
        """End a bundle or a proposal, as one of the channels."""
        with self.system.database.transaction(SELLER):
            bundles = [bundle for bundle in self.system.billing.bundles().list_all() if bundle.status.is_open]
        if not bundles:
            return "none"
        bundle = self.random.choice(bundles)
        with self.system.database.transaction(self.random.choice((SELLER, PARTNER))):
            self.system.billing.bundle_admin().end(bundle.id)
        return f"bundle {bundle.id}"

    def verify_address(self) -> str:
        """Verify the address of a viewer in one of the channels, perhaps again."""
        person = self.random.choice((*self.viewers, *self.partners))
        channels, address = self.system.channels, self.system.channels.viewers[person.viewer_id].email
        with self.system.database.transaction(person.channel_id):
            after_commit(lambda: channels.verified.update({(person.channel_id, address): person.viewer_id}))
        with self.system.database.transaction(person.channel_id):
            self.system.billing.link_bundle_grants()(person.channel_id, person.viewer_id)
        return f"{person.viewer_id} {address}"

    def close_partner_account(self) -> str:
        """Close an account of the partner channel, and register again with the same address."""
        index = self.random.randrange(len(self.partners))
        partner = self.partners[index]
        email = self.system.channels.viewers[partner.viewer_id].email
        try:
            self.system.close_account(partner)
        finally:  # the process may be killed before or after the commit
            if partner.viewer_id not in self.system.channels.viewers:
                self.partners[index] = self._register_partner(email)
        return f"{partner.viewer_id} is {self.partners[index].viewer_id} now"

    def reconcile_bundles(self) -> str:
        """Run the job that requests a sync of all bundles once a day."""
        return str(self.system.billing.request_bundle_syncs().for_all_channels())

    def _agree(self, kind: str, key: str, percent: str) -> str:
        admin, database = self.system.billing.bundle_admin(), self.system.database
        with database.transaction(SELLER):
            bundle = admin.propose(Proposal(kind, key, f"c{PARTNER}", percent))
        if self.random.random() < 0.1:
            return f"bundle {bundle.id} is proposed"
        with database.transaction(PARTNER):
            accepted = admin.accept(bundle.id)
        assert accepted.status is BundleStatus.ACTIVE
        return f"bundle {bundle.id}: {key} {percent}"

    def _list_addresses(self) -> list[str]:
        return [self.system.channels.viewers[viewer.viewer_id].email for viewer in self.viewers]

    def _register_partner(self, email: str) -> Principal:
        self._partner_count += 1
        account_id = AccountId(PARTNER_ACCOUNTS + self._partner_count)
        return self.system.register(account_id, email, PARTNER)
