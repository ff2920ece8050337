"""How long a viewer is without new video when an encoder fails, with real encoders and a real ingest process."""
