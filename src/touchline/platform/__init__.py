"""Plumbing without business words: database, HTTP, queue, settings, logging, open files."""
