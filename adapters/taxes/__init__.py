"""The taxes in a price (port `Taxes` of context `billing`)."""
