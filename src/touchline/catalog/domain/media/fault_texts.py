"""The English sentences of stream faults: what is wrong, and what to change."""

from __future__ import annotations

from collections.abc import Mapping

_TEXTS: Mapping[str, tuple[str, str]] = {
    "disconnected": (
        "The encoder has disconnected.",
        "Check that the encoder is on, that it is streaming, and that the venue's internet works.",
    ),
    "no_data": (
        "No data has arrived from the encoder for {seconds} s.",
        "Check the venue's internet connection. Use a network cable instead of Wi-Fi.",
    ),
    "no_video": (
        "The encoder sends only audio, no video.",
        "Add a video source. In OBS, check the scene and the camera under Sources.",
    ),
    "black": (
        "The picture has been black for {seconds} s.",
        "Check the camera and its lens cap. In OBS, check that the right scene is live.",
    ),
    "silent": (
        "There has been no sound for {seconds} s.",
        "Check the microphone and the mixer. In OBS, check that nothing is muted in the Audio Mixer.",
    ),
    "no_audio": (
        "The encoder sends no audio.",
        "In OBS, select a microphone: Settings → Audio → Mic/Auxiliary Audio.",
    ),
    "server_busy": (
        "This server can hardly keep up with the stream ({percent}% of a core).",
        "Turn off a rendition for live streams, or ask your administrator for a faster server.",
    ),
    "slow_upload": (
        "Video arrives too late: the upload carries only {bitrate} kbit/s.",
        "Lower the bitrate to {recommended} kbit/s in OBS: Settings → Output → Video Bitrate.",
    ),
    "low_bitrate": (
        "The bitrate has dropped to {bitrate} kbit/s.",
        "Lower it to {recommended} kbit/s in OBS: Settings → Output → Video Bitrate.",
    ),
    "dropped_frames": (
        "The encoder drops {percent}% of the frames.",
        "Its computer is too slow. Close other programs, or choose a hardware encoder: Settings → Output.",
    ),
    "low_frame_rate": (
        "The encoder sends only {frame_rate} frames per second.",
        "Set 30 frames per second in OBS: Settings → Video → Common FPS Values.",
    ),
    "keyframes": (
        "The encoder sends a keyframe only every {seconds} s, which delays the stream.",
        "Set the keyframe interval to 2 s in OBS: Settings → Output → Advanced → Keyframe Interval.",
    ),
    "low_level": (
        "The sound is very quiet ({level} dB).",
        "Raise the microphone's level until the meter in OBS is mostly between -20 and -10 dB.",
    ),
    "clipping": (
        "The sound is too loud and distorts.",
        "Lower the level at the mixer or in OBS, so that the meter stays below -5 dB.",
    ),
    "av_drift": (
        "The sound has drifted by {ms} ms from the picture.",
        "Set the audio device and OBS to 48 kHz: Settings → Audio. Then restart the stream.",
    ),
    "clock": (
        "The encoder's clock is off by {ms} ms a minute.",
        "Restart the encoder. If that does not help, its computer is too slow.",
    ),
}
FAULT_CODES = frozenset(_TEXTS)
"""The codes of all faults that have texts."""


def describe_fault(code: str, values: Mapping[str, int]) -> tuple[str, str]:
    """Return what is wrong and what to change, in English."""
    message, remedy = _TEXTS[code]
    return message.format(**values), remedy.format(**values)
