"""The filter graph that makes all renditions from one decoded frame."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from adapters.video.renditions.ladder import RenditionSpec
from adapters.video.source.analysis import SourceAnalysis
from adapters.video.source.probe import MediaSource
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_ROUNDING_TOLERANCE = Fraction(1, 4)
_UNDECODABLE_SECONDS = 10
_ROTATION_FILTERS = {90: "transpose=cclock", 180: "hflip,vflip", 270: "transpose=clock"}


def build_filter_graph(
    source: MediaSource, analysis: SourceAnalysis, ladder: Sequence[RenditionSpec], copy_top: bool
) -> str:
    """Return the graph from `[0:v]` to `[v0]`, `[v1]`, …. Each size is scaled from the next larger one.

    Sizes may change within the source. Frames are scaled to one size first, with black bars if their aspect
    ratio differs. This comes before any filter that buffers frames.
    """
    numbers = range(1 if copy_top else 0, len(ladder))
    if not numbers:
        return ""
    steps = [*_source_filters(source, analysis, ladder[0]), _constant_rate_filter(analysis)]
    parts = [f"[0:v]{','.join(steps)}[s{numbers[0]}]"]
    for number in numbers:
        size = f"scale={ladder[number].width}:{ladder[number].height}:out_range=tv,setsar=1,format=yuv420p"
        last = number == numbers[-1]
        parts.append(
            f"[s{number}]{size}" + (f"[v{number}]" if last else f",split=2[v{number}][s{number + 1}]")
        )
    return ";".join(parts)


def _source_filters(source: MediaSource, analysis: SourceAnalysis, top_rendition: RenditionSpec) -> list[str]:
    """Return the filters that the source needs, for changing sizes, interlacing, wide color and rotation."""
    rotation_filter = _ROTATION_FILTERS.get(source.rotation)
    steps = analysis.color.build_filters()[:1]
    if not analysis.has_uniform_format:
        width, height = (
            (top_rendition.height, top_rendition.width)
            if source.rotation % 180
            else (top_rendition.width, top_rendition.height)
        )
        steps.append(_fit_filter(width, height))
    if analysis.is_interlaced:
        steps.append("bwdif=mode=send_field:deint=interlaced")
    steps += analysis.color.build_filters()[1:]
    return [*steps, rotation_filter] if rotation_filter else steps


def _fit_filter(width: int, height: int) -> str:
    """Return a filter that fits any size into the given one, centered, with black bars and square pixels."""
    is_wide = f"gt(dar,{width}/{height})"
    scaled_width = f"if({is_wide},{width},2*trunc({height}*dar/2))"
    scaled_height = f"if({is_wide},2*trunc({width}/dar/2),{height})"
    return (
        f"scale=w='{scaled_width}':h='{scaled_height}':eval=frame:interl=-1,setsar=1,"
        f"pad=w={width}:h={height}:x=(ow-iw)/2:y=(oh-ih)/2:eval=frame"
    )


def _constant_rate_filter(analysis: SourceAnalysis) -> str:
    """Return a filter for a constant rate, from the first visible frame to the end of the stream.

    The last frame is held if the audio lasts longer, or if frames at the end cannot be decoded. Otherwise a
    segment would have no frame.
    """
    frame_count = ceil(
        (analysis.end - analysis.start) * analysis.frame_rate / TICKS_PER_SECOND - _ROUNDING_TOLERANCE
    )
    freeze_seconds = analysis.freeze_seconds + _UNDECODABLE_SECONDS
    return (
        f"fps=fps={analysis.frame_rate}:start_time={analysis.hidden_lead / TICKS_PER_SECOND:.6f}:round=near,"
        f"tpad=stop_mode=clone:stop_duration={freeze_seconds:.6f},trim=end_frame={frame_count}"
    )
