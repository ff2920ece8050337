import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatMoney } from '@/shared/format/money'
import { chargeText } from '../../chargeText'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { multiplyAmount } from '../../stores/GiftStore'
import { offersStore } from '../../stores/OffersStore'
import { useDateOptions } from '../useDateOptions'

/** The price, line by line, and a sentence about all charges. */
export const PriceLines = observer(function PriceLines() {
  const { i18n } = useLingui()
  const dateOptions = useDateOptions()
  const billing = useBilling()
  const { selection, coupon, gift, isGift, total } = billing.resolve(checkoutStore)
  const offers = billing.resolve(offersStore)
  const { item, trialDays } = selection
  if (!item) return null
  const format = (amount: string) => formatMoney(amount, item.currency, i18n.locale)
  const applied = isGift ? null : coupon.applied
  const quantity = isGift ? gift.quantity : 1
  const packageId = item.event?.single_event_package_id
  return (
    <>
      <dl className="price-lines">
        <div>
          <dt>{quantity > 1 ? `${quantity} × ${item.name}` : item.name}</dt>
          <dd>{format(multiplyAmount(item.base_price, quantity))}</dd>
        </div>
        {applied && trialDays === 0 ? (
          <div className="price-lines__discount">
            <dt>
              <Trans>Promo code {applied.code}</Trans>
            </dt>
            <dd>−{format(applied.discount)}</dd>
          </div>
        ) : null}
        {Number(item.service_fee) > 0 ? (
          <div>
            <dt>
              <Trans>Service fee</Trans>
            </dt>
            <dd>{format(multiplyAmount(item.service_fee, quantity))}</dd>
          </div>
        ) : null}
        {trialDays > 0 ? (
          <div className="price-lines__discount">
            <dt>{plural(trialDays, { one: '#-day free trial', other: '#-day free trial' })}</dt>
            <dd>−{format(item.price)}</dd>
          </div>
        ) : null}
        <div className="total">
          <dt>{item.renews ? <Trans>Total today</Trans> : <Trans>Total</Trans>}</dt>
          <dd>{format(total)}</dd>
        </div>
      </dl>
      <p className="hint">
        {chargeText(
          item,
          {
            total,
            trialDays,
            singleEventPackage: packageId ? offers.package(packageId) : null,
            dateOptions,
            isGift,
          },
          i18n,
        )}
      </p>
    </>
  )
})
