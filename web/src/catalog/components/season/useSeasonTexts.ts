import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'
import type { Outcome, SeasonGame, SeasonRecord, Streak } from '../../seasonApi'

/** Return functions that format seasons in the viewer's language. */
export function useSeasonTexts() {
  const { t, i18n } = useLingui()
  const outcomes: Record<Outcome, string> = { won: t`Won`, lost: t`Lost`, tied: t`Tied` }
  const share = new Intl.NumberFormat(localeOf(i18n.locale), { minimumFractionDigits: 3 })
  return {
    outcome: (outcome: Outcome) => outcomes[outcome],
    /** `4 wins, 1 loss, 2 ties`, for screen readers. */
    record: ({ won, lost, tied, overtime_losses: overtimeLosses }: SeasonRecord) =>
      [
        t`${plural(won, { one: '# win', other: '# wins' })}`,
        t`${plural(lost, { one: '# loss', other: '# losses' })}`,
        tied > 0 ? t`${plural(tied, { one: '# tie', other: '# ties' })}` : null,
        overtimeLosses
          ? t`${plural(overtimeLosses, { one: '# overtime loss', other: '# overtime losses' })}`
          : null,
      ]
        .filter(Boolean)
        .join(', '),
    /** `3 wins in a row`, for screen readers. */
    streak: ({ outcome, count }: Streak) =>
      ({
        won: t`${plural(count, { one: '# win', other: '# wins in a row' })}`,
        lost: t`${plural(count, { one: '# loss', other: '# losses in a row' })}`,
        tied: t`${plural(count, { one: '# tie', other: '# ties in a row' })}`,
      })[outcome],
    /** `vs. Cedar Ridge` at home or at a neutral site, `@ Cedar Ridge` away. */
    opponent: ({ opponent: { name }, is_home, is_neutral_site }: SeasonGame) =>
      is_home || is_neutral_site ? t`vs. ${name}` : t`@ ${name}`,
    share: (value: number) => share.format(value),
    /** `2026–2027`. */
    years: ({ start_date, end_date }: { start_date: string; end_date: string }) =>
      `${start_date.slice(0, 4)}–${end_date.slice(0, 4)}`,
  }
}
