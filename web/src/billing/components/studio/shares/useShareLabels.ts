import { useLingui } from '@lingui/react/macro'
import { formatPrice } from '../../../price'
import type { PartyKind, ShareBasis } from '../../../studioSharesApi'

/** Return functions that name the parts of revenue shares. */
export function useShareLabels() {
  const { t, i18n } = useLingui()
  const kinds: Record<PartyKind, string> = {
    school: t`School`,
    team: t`Team`,
    league: t`League`,
    sponsor: t`Sponsor`,
    channel: t`Channel`,
  }
  const bases: Record<ShareBasis, string> = {
    events: t`Single games`,
    passes: t`Passes, by minutes watched`,
    fixed: t`Fixed amount per month`,
    bundle: t`Bundles`,
  }
  return {
    kinds,
    bases,
    month: (month: string) =>
      i18n.date(new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    money: (amount: string, currency: string) => formatPrice({ price: amount, currency }, i18n),
    percent: (percent: string) =>
      i18n.number(Number(percent) / 100, { style: 'percent', maximumFractionDigits: 2 }),
  }
}
