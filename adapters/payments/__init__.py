"""Payment providers (port `touchline.billing.ports.payments`): Stripe, the fake Stripe, or none."""
