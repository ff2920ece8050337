import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { includedText } from '../../../capabilityText'
import { useBilling } from '../../../context'
import { formatDay } from '../../../dates'
import { countHolders } from '../../../offerChanges'
import { offSeasonText } from '../../../offSeason'
import { formatPrice, formatPriceWithPeriod } from '../../../price'
import type { EventOffer, StudioCoupon, StudioOffer } from '../../../studioOffersApi'

/** Return functions that describe offers and promo codes to operators. */
export function useOfferTexts() {
  const { t, i18n } = useLingui()
  const { categories, settings } = useBilling().shell.channel
  const day = (when: string) => formatDay(when, { language: i18n.locale, timeZone: settings.time_zone })

  /** The categories that an offer covers, each with a link, or all events. */
  const scopeOf = ({ kind, type, categories: keys }: StudioOffer): ReactNode => {
    if (kind === 'package' && type === 'event' && !keys.length)
      return <Trans>One event without its own price</Trans>
    if (!keys.length) return <Trans>All events</Trans>
    return keys.map((key, index) => (
      <Fragment key={key}>
        {index ? ', ' : null}
        <Link className="link" to={`/studio/content/categories/${key}`}>
          {categories.find(({ alias }) => alias === key)?.name ?? key}
        </Link>
      </Fragment>
    ))
  }

  const termOf = ({
    kind,
    days,
    until,
    trial_period: trial,
    off_season: offSeason,
  }: StudioOffer | EventOffer): ReactNode => {
    if (kind === 'subscription')
      return offSeason ? (
        offSeasonText(offSeason, i18n)
      ) : trial ? (
        <Plural value={trial} one="# day of trial" other="# days of trial" />
      ) : null
    if (days) return <Plural value={days} one="# day" other="# days" />
    return until ? t`until ${day(until)}` : t`without end`
  }

  const discountOf = ({ percent, amount, currency }: StudioCoupon): string =>
    amount && currency
      ? formatPrice({ price: amount, currency }, i18n)
      : new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
          Number(percent) / 100,
        )

  return {
    day,
    scopeOf,
    termOf,
    discountOf,
    includesOf: ({ capabilities }: StudioOffer) => includedText(capabilities, i18n),
    priceOf: (offer: StudioOffer | EventOffer) =>
      formatPriceWithPeriod({ ...offer, renews: offer.kind === 'subscription' }, i18n),
    money: (price: string, currency: string) => formatPrice({ price, currency }, i18n),
    holdersOf: (offer: StudioOffer): ReactNode => {
      const { holders, renewing } = countHolders(offer)
      if (!holders) return <span className="muted">–</span>
      return (
        <span className="stack stack--2">
          <strong>{holders}</strong>
          {offer.kind === 'subscription' ? (
            <span className="muted">
              <Plural value={renewing} one="# renews" other="# renew" />
            </span>
          ) : null}
        </span>
      )
    },
  }
}
