"""Port `touchline.catalog.ports.media.delivery.Delivery`: who hands out media, and to whom."""
