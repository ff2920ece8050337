"""What may be bought and who holds it: packages, subscriptions, and what they open."""
