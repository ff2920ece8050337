import { Plural, Trans } from '@lingui/react/macro'
import { countHolders } from '../../../offerChanges'
import type { StudioOffer } from '../../../studioOffersApi'
import { useOfferTexts } from './useOfferTexts'

/** The prices at which the holders of a subscription renew. New prices never reach them. */
export function RenewalPrices({ offer }: { offer: StudioOffer }) {
  const { money } = useOfferTexts()
  const renewing = offer.holders.filter(count => count.renewing)
  return (
    <ul>
      {renewing.map(count => {
        const price = money(count.price, count.currency)
        return (
          <li key={`${count.price}${count.currency}`}>
            <Plural
              value={count.renewing}
              one={`# subscriber keeps paying ${price} at each renewal`}
              other={`# subscribers keep paying ${price} at each renewal`}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** What happens to holders when the price changes, or when the offer is no longer sold. */
export function HoldersKeep({ offer }: { offer: StudioOffer }) {
  const { holders, renewing } = countHolders(offer)
  const ending = holders - renewing
  if (offer.kind === 'package')
    return (
      <p>
        <Plural
          value={holders}
          one="# viewer holds it, has paid, and keeps access until its end."
          other="# viewers hold it, have paid, and keep access until its end."
        />
      </p>
    )
  return (
    <>
      {renewing ? <RenewalPrices offer={offer} /> : null}
      {ending ? (
        <p>
          <Plural
            value={ending}
            one="# subscriber does not renew and keeps access until the end of the paid period."
            other="# subscribers do not renew and keep access until the end of the paid period."
          />
        </p>
      ) : null}
      {renewing ? (
        <p className="muted">
          <Trans>The payment provider charges them until they cancel.</Trans>
        </p>
      ) : null}
    </>
  )
}
