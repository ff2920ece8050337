"""Taking money (port `touchline.billing.ports.payments`): Stripe, a stand-in that speaks Stripe's protocol, or none."""
