"""Adapter of port `Restreamer`: a program for each target sends published segments by RTMP(S) or SRT."""
