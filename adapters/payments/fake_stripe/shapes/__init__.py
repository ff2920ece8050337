"""What Stripe's larger objects look like when they are new, every key of them."""
