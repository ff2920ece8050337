import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { money } from '@/shared/format/money'
import { chargeWords } from '../../charge'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { offersStore } from '../../stores/OffersStore'
import { useCalendar } from '../useCalendar'

/** The price line by line, and in plain words what is charged when. */
export const Lines = observer(function Lines() {
  const { i18n } = useLingui()
  const calendar = useCalendar()
  const billing = useBilling()
  const { selection, coupon, total } = billing.bring(checkoutStore)
  const offers = billing.bring(offersStore)
  const { choice, trialDays } = selection
  if (!choice) return null
  const write = (amount: string) => money(amount, choice.currency, i18n.locale)
  const { applied } = coupon
  const alone = choice.event?.single_event_package_id
  return (
    <>
      <dl className="lines">
        <div>
          <dt>{choice.name}</dt>
          <dd>{write(choice.base_price)}</dd>
        </div>
        {applied && trialDays === 0 ? (
          <div className="off">
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
          <div className="off">
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
        {chargeWords(
          choice,
          { total, trialDays, alone: alone ? offers.package(alone) : null, calendar },
          i18n,
        )}
      </p>
    </>
  )
})
