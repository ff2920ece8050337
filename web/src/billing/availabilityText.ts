import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { OfferAvailability } from '@/shared/shell'

/** Return what a limited offer includes, such as `Audio only · Live only`. Null for everything without a delay. */
export function availabilityText(availability: OfferAvailability | undefined, i18n: I18n): string | null {
  const parts = [availability?.audio_only ? i18n._(msg`Audio only, no video`) : null, partsText(availability, i18n)]
  return parts.filter(part => part !== null).join(' · ') || null
}

function partsText(availability: OfferAvailability | undefined, i18n: I18n): string | null {
  const { live = true, replay = true, replay_delay_hours: hours = 0 } = availability ?? {}
  if (!replay) return i18n._(msg`Live only, no replay`)
  if (!hours) return live ? null : i18n._(msg`Replay only, not live`)
  const message = live
    ? msg({
        message: plural(hours, {
          one: 'Live, and the replay # hour after the end',
          other: 'Live, and the replay # hours after the end',
        }),
      })
    : msg({
        message: plural(hours, {
          one: 'Replay only, # hour after the end',
          other: 'Replay only, # hours after the end',
        }),
      })
  return i18n._(message)
}
