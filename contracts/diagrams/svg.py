"""Draws boxes on a grid and arrows between them as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT, MARGIN = 184, 52, 16
STYLE = """
text { font-family: system-ui, sans-serif; fill: #1b2536 }
.b rect { fill: #ffffff; stroke: #8492a8; stroke-width: 1.4 }
.ours rect { fill: #e4ecff; stroke: #3d63c4 }
.store rect { fill: #e6f4ea; stroke: #3f8a5a }
.outside rect { fill: #fff3dc; stroke: #b27a17; stroke-dasharray: 5 3 }
.t { font-size: 14px; font-weight: 650; text-anchor: middle }
.s, .l { font-size: 11.5px; text-anchor: middle }
.s { fill: #4a576c }
.l { fill: #33415a; paint-order: stroke; stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round }
.h { font-size: 13px; font-weight: 650 }
.g { fill: none; stroke: #b6c0cf; stroke-dasharray: 2 4 }
.a { stroke: #5b6b84; stroke-width: 1.5; fill: none }
.later { stroke-dasharray: 5 4 }
.p { fill: #5b6b84 }
.ground { fill: #ffffff }
@media (prefers-color-scheme: dark) {
  text { fill: #e8edf6 }
  .b rect { fill: #1d2431; stroke: #7f8da5 }
  .ours rect { fill: #1d2d57; stroke: #7fa0f5 }
  .store rect { fill: #16351f; stroke: #6dbb88 }
  .outside rect { fill: #3a2c0e; stroke: #dfa941 }
  .s { fill: #b9c4d6 }
  .l { fill: #c9d4e6; stroke: #141a24 }
  .g { stroke: #4b5870 }
  .a { stroke: #9aa8bf }
  .p { fill: #9aa8bf }
  .ground { fill: #141a24 }
}
"""


@dataclass(frozen=True)
class Box:
    """A box at a column and row of the grid. `kind` is `ours`, `store`, `outside` or `plain`."""

    column: float
    row: float
    title: str
    subtitle: str = ""
    kind: str = "ours"


@dataclass(frozen=True)
class Arrow:
    """An arrow between two boxes, by their titles. `is_asynchronous`: it happens later."""

    start: str
    end: str
    label: str = ""
    is_asynchronous: bool = False


@dataclass(frozen=True)
class Frame:
    """A line with a heading around boxes, from the first to the last column and row."""

    title: str
    columns: tuple[float, float]
    rows: tuple[float, float]


@dataclass(frozen=True)
class Diagram:
    """A diagram. `description` is its alternative text, and `grid_step` is the size of a cell in pixels."""

    description: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    frames: tuple[Frame, ...] = ()
    grid_step: tuple[int, int] = field(default=(250, 104))

    def render(self) -> str:
        """Return the SVG."""
        right = max(self._column_x(box.column) + WIDTH for box in self.boxes) + MARGIN + 6
        bottom = max(self._row_y(box.row) + HEIGHT for box in self.boxes) + MARGIN + 6
        marker = (
            '<defs><marker id="a" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            'orient="auto-start-reverse"><path class="p" d="M0 0 10 5 0 10z"/></marker></defs>'
        )
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:g} {bottom:g}" width="{right:g}" '
            f'height="{bottom:g}" role="img" aria-label={quoteattr(self.description)}>',
            f"<style>{STYLE}</style>",
            marker,
            f'<rect class="ground" width="{right:g}" height="{bottom:g}" rx="10"/>',
            *map(self._render_frame, self.frames),
            *(fragment for arrow in self.arrows for fragment in self._render_arrow(arrow)),
            *(line for box in self.boxes for line in self._render_box(box)),
            *(fragment for arrow in self.arrows if arrow.label for fragment in self._render_label(arrow)),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _column_x(self, column: float) -> float:
        return MARGIN + 6 + column * self.grid_step[0]

    def _row_y(self, row: float) -> float:
        return MARGIN + 22 + row * self.grid_step[1]

    def _render_box(self, box: Box) -> Iterator[str]:
        left, top = self._column_x(box.column), self._row_y(box.row)
        middle, title = left + WIDTH / 2, top + (22 if box.subtitle else 31)
        yield f'<g class="b {box.kind}">'
        yield f'<rect x="{left:g}" y="{top:g}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        yield f'<text class="t" x="{middle:g}" y="{title:g}">{escape(box.title)}</text>'
        if box.subtitle:
            yield f'<text class="s" x="{middle:g}" y="{top + 40:g}">{escape(box.subtitle)}</text>'
        yield "</g>"

    def _render_frame(self, frame: Frame) -> str:
        left, top = self._column_x(frame.columns[0]) - 14, self._row_y(frame.rows[0]) - 30
        width = self._column_x(frame.columns[1]) + WIDTH + 14 - left
        height = self._row_y(frame.rows[1]) + HEIGHT + 14 - top
        box = f'<rect class="g" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="12"/>'
        return f'{box}<text class="h" x="{left + 12:g}" y="{top + 19:g}">{escape(frame.title)}</text>'

    def _arrow_ends(self, arrow: Arrow) -> tuple[float, float, float, float]:
        """Return the start and end of an arrow, at the sides of the boxes that face each other."""
        boxes_by_title = {box.title: box for box in self.boxes}
        start_box, end_box = boxes_by_title[arrow.start], boxes_by_title[arrow.end]
        x1, y1 = self._column_x(start_box.column) + WIDTH / 2, self._row_y(start_box.row) + HEIGHT / 2
        x2, y2 = self._column_x(end_box.column) + WIDTH / 2, self._row_y(end_box.row) + HEIGHT / 2
        if abs(y2 - y1) < HEIGHT:
            direction = 1 if x2 > x1 else -1
            return x1 + direction * WIDTH / 2, y1, x2 - direction * (WIDTH / 2 + 2), y2
        direction = 1 if y2 > y1 else -1
        return x1, y1 + direction * HEIGHT / 2, x2, y2 - direction * (HEIGHT / 2 + 2)

    def _render_arrow(self, arrow: Arrow) -> Iterator[str]:
        x1, y1, x2, y2 = self._arrow_ends(arrow)
        kind = "a later" if arrow.is_asynchronous else "a"
        yield f'<path class="{kind}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}" marker-end="url(#a)"/>'

    def _render_label(self, arrow: Arrow) -> Iterator[str]:
        x1, y1, x2, y2 = self._arrow_ends(arrow)
        lines = arrow.label.split("\n")
        label_position = 0.5 if x1 == x2 or abs(y1 - y2) < 1 else 0.45
        middle = x1 + (x2 - x1) * label_position
        top = y1 + (y2 - y1) * label_position + 4 - 14 * (len(lines) - 1) - (9 if abs(y1 - y2) < 1 else 0)
        for number, line in enumerate(lines):
            yield f'<text class="l" x="{middle:g}" y="{top + 14 * number:g}">{escape(line)}</text>'
