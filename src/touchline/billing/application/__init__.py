"""Use cases of billing: offers, purchases, refunds, receipts and the offers of a channel pack."""
