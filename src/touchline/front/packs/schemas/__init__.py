"""Schemas of a pack's files: one marshmallow schema per kind of entry. They read and write packs."""
