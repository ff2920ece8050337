"""Acme: a payment provider that does not exist, played in memory for the walk of
docs/how-to/add-a-payment-provider.md.

Its interface is small and its own, so that the walk meets what a third provider brings: other names, other
words for refusals, other shapes. It works to the end: cards, banks that ask, renewals, refunds, disputes.
"""
