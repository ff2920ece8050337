"""Adapter of the port `touchline.catalog.ports.media.video_packager.VideoPackager`: turns video files into
streams.
"""
