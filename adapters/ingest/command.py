"""The ffmpeg command: an encoder's stream in, two HLS renditions out, cut at the same key frames.

The source's pictures are copied, the small ones encoded as cheaply as looks right: every key frame of the
source is one of theirs, and of more than 30 pictures a second only every other is kept. Both have the
source's timestamps and its sound as it comes.
"""

from pathlib import Path

from touchline.catalog.ports.ingest import SMALL, SOURCE

PLAYLIST = "index.m3u8"
_SEGMENT = "%05d.ts"
_KEPT = 120
"""So many segments stay in a playlist and again as many on the disk behind them: four minutes each."""
_LEAST_SECONDS = 0.45
"""Cut at every key frame but crowded ones: at a rounder number the two could disagree by a millisecond."""
_ALIKE = ("-output_ts_offset", "10", "-avoid_negative_ts", "disabled", "-muxdelay", "0", "-muxpreload", "0")
_PICTURES = (
    "select='key+isnan(prev_selected_t)+gte(t-prev_selected_t,0.03)',"
    "scale=w='min(640,iw)':h='min(640,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,"
    "setsar=1,format=yuv420p"
)
SMALL_BITS = 700_000
_ENCODER = (
    *("-c:v", "libx264", "-preset", "superfast", "-profile:v", "main", "-threads:v", "1", "-bf", "0"),
    *(
        "-g",
        "9999",
        "-sc_threshold",
        "0",
        "-force_key_frames",
        "source",
        "-fps_mode",
        "passthrough",
        "-enc_time_base:v",
        "demux",
    ),
    *("-crf", "26", "-maxrate", str(SMALL_BITS), "-bufsize", str(SMALL_BITS * 2), "-c:a", "copy"),
)


def arguments(source: list[str], folder: Path) -> list[str]:
    """Arguments of ffmpeg: `source` is how it reads the stream, `folder` gets a folder a rendition."""
    found = ["-threads", "1", *source]
    for name, encoding in ((SOURCE, ("-c", "copy")), (SMALL, ("-filter:v", _PICTURES, *_ENCODER))):
        (folder / name).mkdir(parents=True)
        found += ["-map", "0:v:0", "-map", "0:a:0?", *encoding, *_ALIKE, *_writer(folder / name)]
    return found


def _writer(folder: Path) -> list[str]:
    return [
        *("-f", "hls", "-hls_time", str(_LEAST_SECONDS), "-hls_list_size", str(_KEPT)),
        *("-hls_flags", "delete_segments+temp_file", "-hls_delete_threshold", str(_KEPT)),
        *("-hls_segment_filename", str(folder / _SEGMENT), str(folder / PLAYLIST)),
    ]
