"""Acme: an invented payment provider, kept in memory for the walkthrough of
docs/how-to/add-a-payment-provider.md.

Its interface is small and its own, so that the walkthrough meets a third provider's differences: other names,
other refusal codes, other shapes. It covers everything: cards, bank authentication, renewals, refunds,
disputes.
"""
