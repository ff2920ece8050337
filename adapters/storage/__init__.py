"""Port `touchline.catalog.ports.storage.Storage`: where the bytes of media are kept."""
