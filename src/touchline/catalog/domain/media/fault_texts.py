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
_FRENCH_TEXTS: Mapping[str, tuple[str, str]] = {
    "disconnected": (
        "L’encodeur s’est déconnecté.",
        "Vérifiez que l’encodeur est allumé, qu’il diffuse et que l’internet sur place fonctionne.",
    ),
    "no_data": (
        "Aucune donnée n’arrive de l’encodeur depuis {seconds}\u00a0s.",
        "Vérifiez la connexion internet sur place. Utilisez un câble réseau plutôt que le Wi-Fi.",
    ),
    "no_video": (
        "L’encodeur n’envoie que du son, pas d’image.",
        "Ajoutez une source vidéo. Dans OBS, vérifiez la scène et la caméra sous Sources.",
    ),
    "black": (
        "L’image est noire depuis {seconds}\u00a0s.",
        "Vérifiez la caméra et son capuchon. Dans OBS, vérifiez que la bonne scène est en direct.",
    ),
    "silent": (
        "Il n’y a pas de son depuis {seconds}\u00a0s.",
        "Vérifiez le micro et la console. Dans OBS, vérifiez que rien n’est coupé dans le mélangeur audio.",
    ),
    "server_busy": (
        "Ce serveur peine à suivre la diffusion ({percent}\u00a0% d’un cœur).",
        "Désactivez une qualité des diffusions en direct, ou demandez un serveur plus rapide.",
    ),
    "slow_upload": (
        "La vidéo arrive trop tard\u00a0: la connexion ne porte que {bitrate}\u00a0kbit/s.",
        "Abaissez le débit à {recommended}\u00a0kbit/s dans OBS\u00a0: Paramètres → Sortie → Débit vidéo.",
    ),
}
FAULT_CODES = frozenset(_TEXTS)
"""The codes of all faults that have texts."""
ALERT_CODES = frozenset(_FRENCH_TEXTS)
"""The codes of faults that operators are alerted about. Their texts are in all languages of the emails."""


def describe_fault(code: str, values: Mapping[str, int]) -> tuple[str, str]:
    """Return what is wrong and what to change, in English."""
    message, remedy = _TEXTS[code]
    return message.format(**values), remedy.format(**values)


def describe_fault_in(
    language: str, code: str, values: Mapping[str, int], *, is_backup: bool = False
) -> tuple[str, str]:
    """Return what is wrong and what to change, in French or English. That of a backup encoder is named."""
    is_french = language.startswith("fr") and code in _FRENCH_TEXTS
    message, remedy = (_FRENCH_TEXTS if is_french else _TEXTS)[code]
    prefix = ("Encodeur de secours\u00a0: " if is_french else "Backup encoder: ") if is_backup else ""
    return prefix + message.format(**values), remedy.format(**values)
