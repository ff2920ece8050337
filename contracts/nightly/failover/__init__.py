"""How long viewers have no new video when an encoder fails, with real encoders and a real ingest."""
