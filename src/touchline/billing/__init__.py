"""Billing: offers, orders, payments and access to content.

- An *offer* is something that viewers can buy. A *package* is bought once, and a *subscription* renews.
- A package covers event categories. A *team pass* covers the events of one team in them, chosen at checkout.
- A *capability* is something that a pass allows.
- An *entitlement* is the access that an account has from its orders.
"""
