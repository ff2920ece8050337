"""Taking money (port `touchline.billing.ports.payments`): Stripe, a stand-in at the wire, or none."""
