import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { availabilityText } from '../../availabilityText'
import { isSubscription, type Offer, offerCheckoutPath, offerPrice } from '../../offers'
import { offSeasonText } from '../../offSeason'
import { formatPrice, formatPriceTerms, priceTerm } from '../../price'
import { OfferChannels } from '../bundles/OfferChannels'
import { OwnedBadge } from './OwnedBadge'
import { PlanLimits } from './PlanLimits'
import '@/shared/ui/Field.css'
import './Plans.css'

interface Props {
  offer: Offer
  /** Days of the viewer's free trial, or 0 for none. */
  trialDays: number
  /** Whether the viewer already has the offer. The card then links to its content. */
  isHeld: boolean
  /** The path to the content of the offer. */
  watchPath: string
  /** Whether the channel accepts payments and the lines are loaded. */
  canBuy: boolean
  onSelect: () => void
}

/** The card of a subscription or package: its price, its features and the link to checkout. */
export function PlanCard({ offer, trialDays, isHeld, watchPath, canBuy, onSelect }: Props) {
  const { t, i18n } = useLingui()
  const price = offerPrice(offer)
  const included = availabilityText(offer.availability, i18n)
  const tags = { month: t`Monthly`, year: t`Annual`, season: t`Season`, once: t`One-time payment` }
  return (
    <article className={cx('plan', offer.recommended && 'plan--best')}>
      <div className="plan__tags">
        <Badge tone="plain">{tags[priceTerm(price)]}</Badge>
        {trialDays > 0 && !isHeld ? (
          <Badge tone="price">
            <Plural value={trialDays} one="#-day free trial" other="#-day free trial" />
          </Badge>
        ) : null}
      </div>
      <h2 className="display h2">{offer.name}</h2>
      <p className="plan__price">
        <b>{formatPrice(price, i18n)}</b>
        <span className="muted">{formatPriceTerms(price, i18n)}</span>
      </p>
      {isSubscription(offer) && offer.off_season ? (
        <p className="hint">{offSeasonText(offer.off_season, i18n)}</p>
      ) : null}
      <ul className="plan__features">
        {offer.features.map(feature => (
          <li key={feature}>
            <Icon name="check" />
            <span>{feature}</span>
          </li>
        ))}
        {included ? (
          <li>
            <Icon name="info" />
            <span>{included}</span>
          </li>
        ) : null}
        <PlanLimits limits={offer.limits} />
      </ul>
      <OfferChannels type={isSubscription(offer) ? 'subscription' : 'package'} id={offer.id} />
      <div className="plan__end">
        {isHeld ? (
          <OwnedBadge type={isSubscription(offer) ? 'subscription' : 'package'} watchPath={watchPath} block />
        ) : canBuy ? (
          <LinkButton
            kind={offer.recommended ? 'primary' : 'outline'}
            block
            to={offerCheckoutPath(offer)}
            onClick={onSelect}
          >
            {trialDays > 0 ? (
              <Plural value={trialDays} one="Start #-day free trial" other="Start #-day free trial" />
            ) : (
              <Trans>Choose</Trans>
            )}
            <span className="sr-only">, {offer.name}</span>
          </LinkButton>
        ) : null}
      </div>
    </article>
  )
}
