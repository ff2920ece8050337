"""Port `touchline.catalog.ports.media.storage.Storage`: where the bytes of media are kept."""
