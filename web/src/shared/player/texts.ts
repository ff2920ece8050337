import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { FailureReason } from './stream/retryPolicy'

/** The texts of the player, in the viewer's language. */
export interface PlayerTexts {
  language: string
  /** Texts by the key that Plyr uses. */
  plyr: Record<string, string>
  auto: string
  audioOnly: string
  captions: string
  /** The label of an unnamed audio track, from its number. */
  audioTrack(number: string): string
  live: string
  goLive: string
  /** `0:42 behind live`. */
  behindLive(time: string): string
  interrupted: { title: string; text: string }
  /** The notice for a stall, by its source. */
  slow: Record<'viewer' | 'delivery', { title: string; text: string }>
  /** The text for an unreachable video, by the source of the problem. */
  unreachable: Record<'viewer' | 'delivery' | 'source', string>
  theater: string
  cast: string
  castUnavailable: { title: string; text: string }
  retry: string
  loading: string
  failures: Record<FailureReason, { title: string; text: string }>
}

// Plyr replaces these placeholders, so the messages keep them unchanged.
const SEEKTIME = '{seektime}'
const CURRENT = '{currentTime}'
const DURATION = '{duration}'
const TITLE = '{title}'

/** Return the player's texts. The object changes only with the language. */
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
        exitFullscreen: t`Exit full screen`,
        frameTitle: t`Player for ${TITLE}`,
        captions: t`Captions`,
        settings: t`Settings`,
        pip: t`Picture-in-picture`,
        airplay: 'AirPlay',
        menuBack: t`Back to previous menu`,
        speed: t`Speed`,
        normal: t`Normal`,
        quality: t`Quality`,
        sounds: t`Audio`,
        disabled: t`Off`,
        enabled: t`On`,
      },
      auto: t`Auto`,
      audioOnly: t`Audio only`,
      captions: t`Captions`,
      audioTrack: number => t`Audio ${number}`,
      live: t`LIVE`,
      goLive: t`Go to live`,
      behindLive: time => t`${time} behind live`,
      interrupted: {
        title: t`Stream interrupted`,
        text: t`The stream will resume automatically. You can rewind in the meantime.`,
      },
      slow: {
        viewer: {
          title: t`Your connection is slow`,
          text: t`The video will resume automatically.`,
        },
        delivery: {
          title: t`Our service is slow right now`,
          text: t`Your connection is fine. The video will resume automatically.`,
        },
      },
      unreachable: {
        viewer: t`Your connection is too slow for this video right now. Try again to resume where you left off.`,
        delivery: t`Our service is having trouble. Your connection is fine. Try again to resume where you left off.`,
        source: t`We’re not receiving video right now. Try again in a moment.`,
      },
      theater: t`Theater mode`,
      cast: t`Play on another screen`,
      castUnavailable: {
        title: t`No connection to Google Cast`,
        text: t`Use Chrome or Edge in the same network as your TV, and try again.`,
      },
      retry: t`Try again`,
      loading: t`Loading video`,
      failures: {
        offline: { title: t`You’re offline`, text: t`The video will resume when you reconnect.` },
        expired: {
          title: t`Your viewing session has ended`,
          text: t`You may have been watching for a long time or logged out elsewhere. Try again to resume.`,
        },
        denied: {
          title: t`Your access to this video has ended`,
          text: t`Your pass may have expired, or been refunded or canceled. Check your orders to see what you can watch.`,
        },
        notFound: {
          title: t`Video not found`,
          text: t`The video may have been removed or replaced. Try again in a moment.`,
        },
        unreachable: {
          title: t`The video could not be loaded`,
          text: t`Your connection may be slow, or our service may be having trouble. Try again to resume where you left off.`,
        },
        unsupported: {
          title: t`This browser can’t play this video`,
          text: t`Update your browser, or use a recent version of Chrome, Edge, Firefox or Safari.`,
        },
        broken: {
          title: t`The video stopped`,
          text: t`Part of the video could not be played. Try again to resume where you left off.`,
        },
      },
    }),
    [language],
  )
}
