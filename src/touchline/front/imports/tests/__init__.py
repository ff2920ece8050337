"""Tests of the import of a schedule."""
