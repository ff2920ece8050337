"""Live stream ingest: receives RTMP streams from encoders and cuts them into segments (port `Ingest`)."""
