"""Billing: the offers of a channel, its orders and payments, and the access that they grant.

An *offer* is a package (bought once) or a subscription (renews). A package covers event categories; a
*team pass* covers the events of one team in them, chosen at checkout. A *capability* is something that a
pass allows. An *entitlement* is access that an account has from its orders.
"""
