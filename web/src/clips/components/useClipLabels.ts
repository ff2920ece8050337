import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatDay } from '@/shared/format/dates'
import { localeOf } from '@/shared/format/locale'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { failureOf } from '../errorMessageOf'
import type { Clip } from '../model'

const MEGABYTE = 1_000_000

/** Return functions that describe clips in the viewer's language. */
export function useClipLabels() {
  const { t, i18n } = useLingui()
  const getMessage = useErrorMessage()
  const seconds = (value: number) => {
    const whole = Math.round(value)
    return plural(whole, { one: '# second', other: '# seconds' })
  }
  const size = (bytes: number) => {
    const formatter = new Intl.NumberFormat(localeOf(i18n.locale), {
      style: 'unit',
      unit: 'megabyte',
      maximumFractionDigits: bytes < 100 * MEGABYTE ? 1 : 0,
    })
    return formatter.format(bytes / MEGABYTE)
  }
  return {
    /** Return for the owner why the share link does not play, or null if it does. */
    share: (clip: Clip): string | null => {
      if (clip.share_state === 'limit')
        return t`This clip can’t be shared. Your shared links already show the maximum allowed for this paid game.`
      return clip.share_state === 'ended'
        ? t`The purchase behind this clip was refunded or canceled. The clip and its link no longer work.`
        : null
    },
    /** Return why the clip cannot be played. */
    closed: (clip: Clip): string => {
      if (clip.share_state === 'limit') return t`This link has reached its limit for this game`
      return clip.share_state === 'ended'
        ? t`This clip is no longer available`
        : t`You need access to this game to watch this clip`
    },
    seconds,
    size,
    day: (clip: Clip) => formatDay(Date.parse(clip.created_at), { language: i18n.locale }),
    /** Return the line below a clip's name: the progress of its file, or its length and size. */
    state: (clip: Clip): string => {
      const { ahead } = clip
      if (clip.state === 'failed')
        return getMessage(failureOf(clip)) || t`The file could not be created. Please try again.`
      if (clip.state === 'processing') return t`This can take up to 5 minutes. You can share the clip now.`
      if (clip.state === 'queued') {
        if (ahead === 0) return t`Your clip is next. You can leave this page.`
        return plural(ahead, {
          one: '# clip ahead of yours. You can leave this page.',
          other: '# clips ahead of yours. You can leave this page.',
        })
      }
      return [seconds(clip.duration), clip.size ? size(clip.size) : ''].filter(Boolean).join(', ')
    },
  }
}
