"""Tests of reading, applying and exporting channel packs."""
