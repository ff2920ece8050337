import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatMoney } from '@/shared/format/money'
import { chargeText } from '../../chargeText'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { offersStore } from '../../stores/OffersStore'
import { useDateOptions } from '../useDateOptions'

/** The price line by line, and in plain words what is charged when. */
export const PriceLines = observer(function PriceLines() {
  const { i18n } = useLingui()
  const calendar = useDateOptions()
  const billing = useBilling()
  const { selection, coupon, total } = billing.resolve(checkoutStore)
  const offers = billing.resolve(offersStore)
  const { item: choice, trialDays } = selection
  if (!choice) return null
  const write = (amount: string) => formatMoney(amount, choice.currency, i18n.locale)
  const { applied } = coupon
  const alone = choice.event?.single_event_package_id
  return (
    <>
      <dl className="price-lines">
        <div>
          <dt>{choice.name}</dt>
          <dd>{write(choice.base_price)}</dd>
        </div>
        {applied && trialDays === 0 ? (
          <div className="price-lines__discount">
            <dt>
              <Trans>Promo code {applied.code}</Trans>
            </dt>
            <dd>−{write(applied.discount)}</dd>
          </div>
        ) : null}
        {Number(choice.service_fee) > 0 ? (
          <div>
            <dt>
              <Trans>Service fee</Trans>
            </dt>
            <dd>{write(choice.service_fee)}</dd>
          </div>
        ) : null}
        {trialDays > 0 ? (
          <div className="price-lines__discount">
            <dt>{plural(trialDays, { one: '#-day free trial', other: '#-day free trial' })}</dt>
            <dd>−{write(choice.price)}</dd>
          </div>
        ) : null}
        <div className="total">
          <dt>{choice.renews ? <Trans>Total today</Trans> : <Trans>Total</Trans>}</dt>
          <dd>{write(total)}</dd>
        </div>
      </dl>
      <p className="hint">
        {chargeText(
          choice,
          {
            total,
            trialDays,
            singleEventPackage: alone ? offers.package(alone) : null,
            dateOptions: calendar,
          },
          i18n,
        )}
      </p>
    </>
  )
})
