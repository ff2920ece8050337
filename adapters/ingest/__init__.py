"""Live streams: what receives them from encoders by RTMP and cuts them into segments (port `Ingest`)."""
