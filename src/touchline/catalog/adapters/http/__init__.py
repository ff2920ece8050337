"""The catalogue's calls (api.md, "Catalogue")."""
