"""What may be bought and who holds it: packages, subscriptions, and what they open.

An *offer* is a package (bought once) or a subscription (renews). A package covers event categories; a
*team pass* covers the games of one team in them, chosen when buying. A *capability* is something a holder
may do. An *entitlement* is what an account holds because of what it bought.
"""
