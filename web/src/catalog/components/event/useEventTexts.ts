import { useLingui } from '@lingui/react/macro'
import { formatDay, formatTime } from '@/shared/format/dates'
import { formatMoney } from '@/shared/format/money'
import { useStartText } from '@/shared/hooks/useStartText'
import { listingInstant } from '../../listingInstant'
import { type EventItem, isDecided, type Score, shownScore } from '../../model'

/** Return functions that format a game's texts in the viewer's language and time zone. */
export function useEventTexts() {
  const { t, i18n } = useLingui()
  const options = { language: i18n.locale }
  const when = useStartText()
  const day = (event: EventItem) => formatDay(listingInstant(event), options)
  const clock = (event: EventItem) =>
    event.is_time_known ? formatTime(event.event_utc_ts * 1000, options) : t`TBA`
  /** `Final/OT`, `Final/3–2 SO` or `Forfeit`, from the text of a game that ended in regulation. */
  const result = (final: string, score: Score | null) => {
    if (score?.ending === 'forfeit') return score.text ?? t`Forfeit`
    const note = score?.ending_note
    return note ? t`${final}/${note}` : final
  }
  return {
    when,
    day,
    clock,
    /** `Yesterday, 7:00 PM`, for a finished game. */
    played: (event: EventItem) => `${day(event)}, ${clock(event)}`,
    price: (event: EventItem) => formatMoney(event.price, event.currency, i18n.locale),
    /** `Girls volleyball, quarterfinal`. */
    kind: (event: EventItem) => [event.event_category?.name, event.label].filter(Boolean).join(', '),
    result,
    /** `The Forge, neutral site`, for a small card. */
    shortPlace: ({ location, is_neutral_site }: EventItem) =>
      [location?.name, is_neutral_site && t`neutral site`].filter(Boolean).join(', ') || null,
    neutralSite: ({ is_neutral_site }: EventItem) => (is_neutral_site ? t`neutral site` : null),
    /** `The Forge, Ironwood, MN, neutral site`. */
    place: ({ location, is_neutral_site }: EventItem) =>
      [location?.name, location?.city, location?.state, is_neutral_site && t`neutral site`]
        .filter(Boolean)
        .join(', ') || null,
    /** The accessible name of a card or a row: the title, the state and the score. */
    name: (event: EventItem) => {
      const { label, stream_status, live_state } = event
      const score = shownScore(event)
      const name = [event.name, label, when(event)].filter(Boolean).join(', ')
      const scheduleTexts = {
        canceled: t`canceled`,
        postponed: t`postponed`,
        rescheduled: null,
        scheduled: null,
      }
      const scheduleText = scheduleTexts[event.schedule_status]
      if (scheduleText) return `${name}, ${scheduleText}`
      if (stream_status === 'upcoming' && !isDecided(event)) return name
      const liveTexts = {
        on_air: t`live`,
        interrupted: t`interrupted`,
        starting_soon: t`starting soon`,
        delayed: t`delayed`,
      }
      const state = isDecided(event) || !live_state ? result(t`final`, score) : liveTexts[live_state]
      return score ? t`${name}, ${state}, ${score.away} to ${score.home}` : `${name}, ${state}`
    },
  }
}
