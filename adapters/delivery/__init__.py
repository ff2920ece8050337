"""Port `touchline.catalog.ports.media.delivery.Delivery`: delivers media and checks access."""
