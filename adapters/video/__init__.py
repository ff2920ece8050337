"""Port `touchline.catalog.ports.media.video_packager.VideoPackager`: what turns video files into streams."""
