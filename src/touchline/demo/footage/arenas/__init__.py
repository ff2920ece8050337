"""Arenas of the sports: surface, lines, light, crowd, and goals, hoops or nets."""

from __future__ import annotations

from touchline.demo.footage.arenas.arena import Arena
from touchline.demo.footage.arenas.basketball import basketball
from touchline.demo.footage.arenas.hockey import hockey
from touchline.demo.footage.arenas.soccer import soccer
from touchline.demo.footage.arenas.volleyball import volleyball

ARENAS = {"hockey": hockey, "basketball": basketball, "soccer": soccer, "volleyball": volleyball}

__all__ = ["ARENAS", "Arena"]
