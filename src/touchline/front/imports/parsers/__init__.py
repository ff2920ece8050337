"""Parsers: from the bytes of a file to the rows of a schedule."""
