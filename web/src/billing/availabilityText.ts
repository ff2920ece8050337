import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { OfferAvailability } from '@/shared/shell'

/** Return what a limited offer includes, such as `Live only`. Null for live and replay without a delay. */
export function availabilityText(availability: OfferAvailability | undefined, i18n: I18n): string | null {
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
