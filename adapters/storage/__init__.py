"""Port `touchline.catalog.ports.media.storage.Storage`: storage of media files."""
