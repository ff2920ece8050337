"""The graph of filters that makes all renditions of one decoded picture."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from adapters.video.clock import CLOCK
from adapters.video.ladder import Rung
from adapters.video.probe import Source
from adapters.video.survey import Survey

_ROUNDED = Fraction(1, 4)
_UNDECODED_SECONDS = 10
_TURNED = {90: "transpose=cclock", 180: "hflip,vflip", 270: "transpose=clock"}


def filter_graph(source: Source, found: Survey, rungs: Sequence[Rung], copy_top: bool) -> str:
    """Return the graph from `[0:v]` to `[v0]`, `[v1]`, …: each size is made from the next larger.

    Sizes may change within the source: they are made alike, with black bars where their shape differs, before
    any filter that keeps pictures in mind.
    """
    numbers = range(1 if copy_top else 0, len(rungs))
    if not numbers:
        return ""
    steps = [*_prepared(source, found, rungs[0]), _even_rate(found)]
    parts = [f"[0:v]{','.join(steps)}[s{numbers[0]}]"]
    for number in numbers:
        size = f"scale={rungs[number].width}:{rungs[number].height}:out_range=tv,setsar=1,format=yuv420p"
        last = number == numbers[-1]
        parts.append(
            f"[s{number}]{size}" + (f"[v{number}]" if last else f",split=2[v{number}][s{number + 1}]")
        )
    return ";".join(parts)


def _prepared(source: Source, found: Survey, top: Rung) -> list[str]:
    """Filters for what the source has: changing sizes, fields, wide color, a turned camera."""
    turned = _TURNED.get(source.rotation)
    steps = found.color.filters()[:1]
    if not found.is_even:
        width, height = (top.height, top.width) if source.rotation % 180 else (top.width, top.height)
        steps.append(_fitted(width, height))
    if found.interlaced:
        steps.append("bwdif=mode=send_field:deint=interlaced")
    steps += found.color.filters()[1:]
    return [*steps, turned] if turned else steps


def _fitted(width: int, height: int) -> str:
    """Any size within one, in the middle, with black bars; pixels that are not square become so."""
    wide = f"gt(dar,{width}/{height})"
    across = f"if({wide},{width},2*trunc({height}*dar/2))"
    down = f"if({wide},2*trunc({width}/dar/2),{height})"
    return (
        f"scale=w='{across}':h='{down}':eval=frame:interl=-1,setsar=1,"
        f"pad=w={width}:h={height}:x=(ow-iw)/2:y=(oh-ih)/2:eval=frame"
    )


def _even_rate(found: Survey) -> str:
    """A constant rate, from the first picture that is not hidden to the very end.

    The last picture is held for sound that lasts longer, and for pictures at the end that cannot be decoded.
    A segment would have no picture otherwise.
    """
    pictures = ceil((found.end - found.begin) * found.rate / CLOCK - _ROUNDED)
    held = found.held_seconds + _UNDECODED_SECONDS
    return (
        f"fps=fps={found.rate}:start_time={found.lead / CLOCK:.6f}:round=near,"
        f"tpad=stop_mode=clone:stop_duration={held:.6f},trim=end_frame={pictures}"
    )
