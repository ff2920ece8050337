"""Port `touchline.catalog.ports.delivery.Delivery`: who hands out media, and to whom."""
