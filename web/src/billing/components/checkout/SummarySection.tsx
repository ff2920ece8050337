import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useStartText } from '@/shared/hooks/useStartText'
import '@/shared/ui/Panel.css'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { OfferChannels } from '../bundles/OfferChannels'
import { EventArt } from '../EventArt'
import { PayButton } from './PayButton'
import { PriceLines } from './PriceLines'
import { PromoCode } from './PromoCode'

/** The summary of the order, with the price and the Pay button. It stays visible next to the form. */
export const SummarySection = observer(function SummarySection({ onPay }: { onPay: () => void }) {
  const { t } = useLingui()
  const { selection, isGift } = useBilling().resolve(checkoutStore)
  const { event } = selection
  return (
    <aside className="panel stack" aria-label={t`Your order`}>
      {event ? (
        <div className="checkout-item__art">
          <EventArt event={event} eager />
        </div>
      ) : null}
      <OrderName />
      <BundleNote />
      {isGift ? null : <PromoCode />}
      <PriceLines />
      <PayButton onPay={onPay} />
    </aside>
  )
})

/** The other channels that the pass or subscription includes. */
const BundleNote = observer(function BundleNote() {
  const { item } = useBilling().resolve(checkoutStore).selection
  return item ? <OfferChannels type={item.type} id={item.id} detailed /> : null
})

const OrderName = observer(function OrderName() {
  const startText = useStartText()
  const { item, teams, teamId } = useBilling().resolve(checkoutStore).selection
  if (!item) return null
  const { event } = item
  const team = teams.find(({ id }) => id === teamId)?.name
  const when = event && startText(event)
  const details = [event?.event_category?.name, when, team].filter(Boolean).join(', ')
  return (
    <div>
      <h2 className="checkout-item__name">{item.name}</h2>
      {details ? <p className="hint">{details}</p> : null}
    </div>
  )
})
