import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { serverNow } from '@/shared/clock'
import { localeOf } from '@/shared/format/locale'
import type { ScheduleSection } from '../../filters'

/** The number of games, and the time zone of the times. */
export function ScheduleIntro({ section, total }: { section: ScheduleSection; total: number | null }) {
  const { t, i18n } = useLingui()
  const zone =
    new Intl.DateTimeFormat(localeOf(i18n.locale), { timeZoneName: 'longGeneric' })
      .formatToParts(new Date(serverNow()))
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const count = total ?? 0
  const labels = {
    '/schedule': t`${plural(count, { one: '# game', other: '# games' })}.`,
    '/live': t`${plural(count, { one: '# live game', other: '# live games' })}.`,
    '/upcoming': t`${plural(count, { one: '# upcoming game', other: '# upcoming games' })}.`,
    '/vod': t`${plural(count, { one: '# replay', other: '# replays' })}.`,
  }
  return (
    <p className="lede schedule__intro">
      {total === null ? '' : `${labels[section]} `}
      {t`Times are in your time zone: ${zone}.`}
    </p>
  )
}
