import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatDayAndTime } from '@/shared/format/dates'
import '@/shared/ui/Panel.css'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { EventArt } from '../EventArt'
import { PayButton } from './PayButton'
import { PriceLines } from './PriceLines'
import { PromoCode } from './PromoCode'

/** What is bought and what it costs, always in sight, with the button that pays it. */
export const SummarySection = observer(function SummarySection({ onPay }: { onPay: () => void }) {
  const { t } = useLingui()
  const { selection } = useBilling().resolve(checkoutStore)
  const { event } = selection
  return (
    <aside className="panel stack" aria-label={t`Your order`}>
      {event ? (
        <div className="checkout-item__art">
          <EventArt event={event} eager />
        </div>
      ) : null}
      <OrderName />
      <PromoCode />
      <PriceLines />
      <PayButton onPay={onPay} />
    </aside>
  )
})

const OrderName = observer(function OrderName() {
  const { i18n } = useLingui()
  const { item: choice, teams, teamId } = useBilling().resolve(checkoutStore).selection
  if (!choice) return null
  const { event } = choice
  const team = teams.find(({ id }) => id === teamId)?.name
  const when = event && formatDayAndTime(event.event_utc_ts * 1000, { language: i18n.locale })
  const line = [event?.event_category?.name, when, team].filter(Boolean).join(', ')
  return (
    <div>
      <h2 className="checkout-item__name">{choice.name}</h2>
      {line ? <p className="hint">{line}</p> : null}
    </div>
  )
})
