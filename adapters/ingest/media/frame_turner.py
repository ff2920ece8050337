"""Turns decoded frames upright."""

from __future__ import annotations

from typing import Any

import av.filter


class FrameTurner:
    """Applies filters (as ffmpeg writes them, such as `transpose=clock`) to each frame."""

    def __init__(self, filters: str) -> None:
        self._filters = filters
        self._format: tuple[int, int, str] | None = None
        self._graph: Any = None

    def turn(self, frame: Any) -> Any:
        """Return the frame turned, with its timestamp."""
        frame_format = frame.width, frame.height, frame.format.name
        if frame_format != self._format:
            self._format, self._graph = frame_format, self._build_graph(frame)
        self._graph.push(frame)
        turned = self._graph.pull()
        turned.pts, turned.time_base = frame.pts, frame.time_base
        return turned

    def _build_graph(self, frame: Any) -> Any:
        graph: Any = av.filter.Graph()
        node = graph.add_buffer(
            width=frame.width, height=frame.height, format=frame.format, time_base=frame.time_base
        )
        for text in [*self._filters.split(","), "buffersink"]:
            name, _, arguments = text.partition("=")
            following = graph.add(name, arguments)
            node.link_to(following)
            node = following
        graph.configure()
        return graph
