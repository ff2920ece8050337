import { useLingui } from '@lingui/react/macro'
import { formatDay, formatDayAndTime, formatTime } from '@/shared/format/dates'
import { formatMoney } from '@/shared/format/money'
import { listingInstant } from '../../listingInstant'
import { type EventItem, shownScore } from '../../model'

/** How games are told in the viewer's language and zone. */
export function useEventTexts() {
  const { t, i18n } = useLingui()
  const setting = { language: i18n.locale }
  const start = (event: EventItem) => event.event_utc_ts * 1000
  return {
    /** `Today 7:00 PM`, `Sam. 19 h 00`. */
    when: (event: EventItem) => formatDayAndTime(start(event), setting),
    day: (event: EventItem) => formatDay(listingInstant(event), setting),
    clock: (event: EventItem) => formatTime(start(event), setting),
    /** `Yesterday, 7:00 PM`: of a game that is over. */
    played: (event: EventItem) =>
      `${formatDay(listingInstant(event), setting)}, ${formatTime(start(event), setting)}`,
    price: (event: EventItem) => formatMoney(event.price, event.currency, i18n.locale),
    /** `Girls volleyball, quarterfinal`. */
    kind: (event: EventItem) => [event.event_category?.name, event.label].filter(Boolean).join(', '),
    /** `The Forge, Ironwood, MN`. */
    place: ({ location }: EventItem) =>
      location ? [location.name, location.city, location.state].filter(Boolean).join(', ') : null,
    /** What a reader hears of the whole card. */
    name: (event: EventItem) => {
      const { label, stream_status, live_state } = event
      const score = shownScore(event)
      const name = [event.name, label, formatDayAndTime(start(event), setting)].filter(Boolean).join(', ')
      const off = { canceled: t`canceled`, postponed: t`postponed`, rescheduled: null, scheduled: null }
      const change = off[event.schedule_status]
      if (change) return `${name}, ${change}`
      if (stream_status === 'upcoming') return name
      const seen = {
        on_air: t`live`,
        interrupted: t`interrupted`,
        starting_soon: t`starting soon`,
        delayed: t`delayed`,
      }
      const state = stream_status === 'finished' || !live_state ? t`final` : seen[live_state]
      return score ? t`${name}, ${state}, ${score.away} to ${score.home}` : `${name}, ${state}`
    },
  }
}
