import { useLingui } from '@lingui/react/macro'
import type { StreamFault } from '../../../streamHealthApi'
import { useHealthFormat } from './useHealthFormat'

export interface FaultTexts {
  message: string
  remedy: string
}

/** Return a function that translates a fault. A code that this release does not know keeps the server's text. */
export function useFaultTexts(): (fault: StreamFault) => FaultTexts {
  const { t } = useLingui()
  const format = useHealthFormat()
  return ({ code, values, message, remedy }) => {
    const show = (name: string) => format.one(values[name] ?? 0)
    const [seconds, bitrate, recommended] = [show('seconds'), show('bitrate'), show('recommended')]
    const [percent, frame_rate, level, ms] = [show('percent'), show('frame_rate'), show('level'), show('ms')]
    const texts: Record<string, () => [string, string]> = {
      disconnected: () => [
        t`The encoder has disconnected.`,
        t`Check that the encoder is on, that it is streaming, and that the venue’s internet works.`,
      ],
      no_data: () => [
        t`No data has arrived from the encoder for ${seconds} s.`,
        t`Check the venue’s internet connection. Use a network cable instead of Wi-Fi.`,
      ],
      no_video: () => [
        t`The encoder sends only audio, no video.`,
        t`Add a video source. In OBS, check the scene and the camera under Sources.`,
      ],
      black: () => [
        t`The picture has been black for ${seconds} s.`,
        t`Check the camera and its lens cap. In OBS, check that the right scene is live.`,
      ],
      silent: () => [
        t`There has been no sound for ${seconds} s.`,
        t`Check the microphone and the mixer. In OBS, check that nothing is muted in the Audio Mixer.`,
      ],
      no_audio: () => [
        t`The encoder sends no audio.`,
        t`In OBS, select a microphone: Settings → Audio → Mic/Auxiliary Audio.`,
      ],
      server_busy: () => [
        t`This server can hardly keep up with the stream (${percent}% of a core).`,
        t`Turn off a rendition for live streams, or ask your administrator for a faster server.`,
      ],
      slow_upload: () => [
        t`Video arrives too late: the upload carries only ${bitrate} kbit/s.`,
        t`Lower the bitrate to ${recommended} kbit/s in OBS: Settings → Output → Video Bitrate.`,
      ],
      low_bitrate: () => [
        t`The bitrate has dropped to ${bitrate} kbit/s.`,
        t`Lower it to ${recommended} kbit/s in OBS: Settings → Output → Video Bitrate.`,
      ],
      dropped_frames: () => [
        t`The encoder drops ${percent}% of the frames.`,
        t`Its computer is too slow. Close other programs, or choose a hardware encoder: Settings → Output.`,
      ],
      low_frame_rate: () => [
        t`The encoder sends only ${frame_rate} frames per second.`,
        t`Set 30 frames per second in OBS: Settings → Video → Common FPS Values.`,
      ],
      keyframes: () => [
        t`The encoder sends a keyframe only every ${seconds} s, which delays the stream.`,
        t`Set the keyframe interval to 2 s in OBS: Settings → Output → Advanced → Keyframe Interval.`,
      ],
      low_level: () => [
        t`The sound is very quiet (${level} dB).`,
        t`Raise the microphone’s level until the meter in OBS is mostly between -20 and -10 dB.`,
      ],
      clipping: () => [
        t`The sound is too loud and distorts.`,
        t`Lower the level at the mixer or in OBS, so that the meter stays below -5 dB.`,
      ],
      av_drift: () => [
        t`The sound has drifted by ${ms} ms from the picture.`,
        t`Set the audio device and OBS to 48 kHz: Settings → Audio. Then restart the stream.`,
      ],
      clock: () => [
        t`The encoder’s clock is off by ${ms} ms a minute.`,
        t`Restart the encoder. If that does not help, its computer is too slow.`,
      ],
    }
    const [localMessage, localRemedy] = texts[code]?.() ?? [message, remedy]
    return { message: localMessage, remedy: localRemedy }
  }
}
