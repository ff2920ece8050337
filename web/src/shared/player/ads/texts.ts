import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** The texts of an ad, in the viewer's language. */
export interface AdTexts {
  title: string
  loading: string
  play: string
  pause: string
  mute: string
  unmute: string
  enterFullscreen: string
  exitFullscreen: string
  skip: string
  canSkip: string
  newTab: string
  /** The countdown: `Ad · 0:08`. */
  remaining(time: string): string
  skipIn(seconds: number): string
  /** Announced to screen readers when the ad starts. */
  starting(seconds: number): string
  visit(name: string): string
}

/** Return the texts of ads. The object changes only with the language. */
export function useAdTexts(): AdTexts {
  const { t, i18n } = useLingui()
  const language = i18n.locale
  return useMemo(
    () => ({
      title: t`Advertisement`,
      loading: t`Loading video`,
      play: t`Play`,
      pause: t`Pause`,
      mute: t`Mute`,
      unmute: t`Unmute`,
      enterFullscreen: t`Full screen`,
      exitFullscreen: t`Exit full screen`,
      skip: t`Skip ad`,
      canSkip: t`You can skip the ad now.`,
      newTab: t`opens in a new tab`,
      remaining: time => t`Ad · ${time}`,
      skipIn: seconds => t`Skip in ${seconds} s`,
      starting: seconds => t`The video starts after a ${seconds}-second ad.`,
      visit: name => (name ? t`Visit ${name}` : t`Visit the sponsor`),
    }),
    [language],
  )
}
