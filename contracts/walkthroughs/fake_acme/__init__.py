"""Acme: an invented payment provider, kept in memory for the walkthrough of
docs/how-to/add-a-payment-provider.md.

Its small interface differs from those of other providers, as a third provider's would: other names, refusal
codes and structures. It covers everything: cards, bank authentication, renewals, refunds,
disputes.
"""
