import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { FailureReason } from './stream/retryPolicy'

/** Every word the player shows, in the viewer's language. */
export interface PlayerTexts {
  language: string
  /** Plyr's own keys. */
  plyr: Record<string, string>
  auto: string
  captions: string
  /** A sound without a name of its own, by its number. */
  audioTrack(number: string): string
  live: string
  goLive: string
  /** `0:42 behind live`. */
  behindLive(time: string): string
  interrupted: { title: string; text: string }
  /** Why the picture stands, by the side on which that lies. */
  slow: Record<'viewer' | 'delivery', { title: string; text: string }>
  /** What is said of a video that does not come, where its side is known. */
  unreachable: Record<'viewer' | 'delivery' | 'source', string>
  theater: string
  cast: string
  retry: string
  loading: string
  failures: Record<FailureReason, { title: string; text: string }>
}

// Plyr puts the values in by itself; a message keeps the names as they are.
const SEEKTIME = '{seektime}'
const CURRENT = '{currentTime}'
const DURATION = '{duration}'
const TITLE = '{title}'

/** The player's texts; a new object only when the language changes. */
export function usePlayerTexts(): PlayerTexts {
  const { t, i18n } = useLingui()
  const language = i18n.locale
  return useMemo(
    () => ({
      language,
      plyr: {
        rewind: t`Back ${SEEKTIME} seconds`,
        fastForward: t`Forward ${SEEKTIME} seconds`,
        play: t`Play`,
        pause: t`Pause`,
        seek: t`Seek`,
        seekLabel: t`${CURRENT} of ${DURATION}`,
        played: t`Played`,
        buffered: t`Buffered`,
        currentTime: t`Current time`,
        duration: t`Duration`,
        volume: t`Volume`,
        mute: t`Mute`,
        unmute: t`Unmute`,
        enableCaptions: t`Turn captions on`,
        disableCaptions: t`Turn captions off`,
        enterFullscreen: t`Full screen`,
        exitFullscreen: t`Leave full screen`,
        frameTitle: t`Player for ${TITLE}`,
        captions: t`Captions`,
        settings: t`Settings`,
        pip: t`Picture in picture`,
        airplay: 'AirPlay',
        menuBack: t`Back to the menu before`,
        speed: t`Speed`,
        normal: t`Normal`,
        quality: t`Quality`,
        sounds: t`Audio`,
        disabled: t`Off`,
        enabled: t`On`,
      },
      auto: t`Auto`,
      captions: t`Captions`,
      audioTrack: number => t`Audio ${number}`,
      live: t`LIVE`,
      goLive: t`Go to live`,
      behindLive: time => t`${time} behind live`,
      interrupted: {
        title: t`The stream from the venue has stopped`,
        text: t`It goes on here by itself when it comes back. Until then you can rewind.`,
      },
      slow: {
        viewer: {
          title: t`Your connection is slow`,
          text: t`The picture waits for it, and goes on by itself.`,
        },
        delivery: {
          title: t`Our side is slow just now`,
          text: t`Your connection is fine. The picture goes on by itself.`,
        },
      },
      unreachable: {
        viewer: t`Your connection is too slow for the video just now. Nothing is lost: try again to go on where you were.`,
        delivery: t`Our service is having trouble; your connection is fine. Nothing is lost: try again to go on where you were.`,
        source: t`Nothing comes from the venue just now. Try again in a moment.`,
      },
      theater: t`Theatre mode`,
      cast: t`Play on another screen`,
      retry: t`Try again`,
      loading: t`The video is loading`,
      failures: {
        offline: { title: t`No connection`, text: t`The video goes on by itself when you are back online.` },
        expired: {
          title: t`Your viewing session has ended`,
          text: t`It may have been open for long, or you logged out elsewhere. Try again to go on where you were.`,
        },
        denied: {
          title: t`Your access to this video has ended`,
          text: t`Your pass may have expired, been refunded or been canceled. Your orders show what you hold now.`,
        },
        notFound: {
          title: t`This video cannot be found`,
          text: t`It may have been taken down or replaced. Try again in a moment.`,
        },
        unreachable: {
          title: t`The video does not come`,
          text: t`The connection is slow, or our service is having trouble. Nothing is lost: try again to go on where you were.`,
        },
        unsupported: {
          title: t`This browser cannot play the video`,
          text: t`Update it, or open this page in a recent Chrome, Edge, Firefox or Safari.`,
        },
        broken: {
          title: t`The video stopped`,
          text: t`Part of it could not be decoded. Try again to go on where you were.`,
        },
      },
    }),
    [language],
  )
}
