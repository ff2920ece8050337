"""Port `touchline.catalog.ports.video.Video`: what turns video files into streams."""
