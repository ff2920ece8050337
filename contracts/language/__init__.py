"""The words of the project: the glossary, the names in the code, and the texts that people read."""
