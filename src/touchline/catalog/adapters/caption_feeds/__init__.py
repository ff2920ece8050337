"""Formats in which caption software sends live captions. A mapper reads a body, and decides nothing."""
