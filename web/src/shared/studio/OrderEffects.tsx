import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '@/shared/format/money'
import { CheckField } from '@/shared/ui/CheckField'
import type { OrderEffect } from './entries'
import './OrderEffects.css'

interface Props {
  effects: readonly OrderEffect[]
  refund: boolean
  onRefund: (refund: boolean) => void
}

/** What a change does to buyers, and whether to refund them. */
export function OrderEffects({ effects, refund, onRefund }: Props) {
  const refundable = effects.reduce((sum, effect) => sum + effect.refundable.length, 0)
  return (
    <div className="stack">
      <OrderEffectList effects={effects} />
      {refundable ? (
        <CheckField checked={refund} onChange={event => onRefund(event.target.checked)}>
          <Plural value={refundable} one="Refund # order" other="Refund all # orders" />
        </CheckField>
      ) : (
        <p className="hint">
          <Trans>None of these orders can be refunded here.</Trans>
        </p>
      )}
    </div>
  )
}

/** What a change does to buyers: how many orders of what, what they paid, and how many get an email. */
export function OrderEffectList({ effects }: Pick<Props, 'effects'>) {
  const { i18n } = useLingui()
  const emails = effects.reduce((sum, { emails }) => sum + emails, 0)
  return (
    <div className="stack order-effects">
      <ul>
        {effects.map(({ product, effect, orders, paid }) => (
          <li key={`${product}${effect}`}>
            <strong>{product}</strong>
            <span>
              <Plural value={orders.length} one="# order" other="# orders" />
            </span>
            <span className="tabular-nums">
              {paid.map(({ amount, currency }) => formatMoney(amount, currency, i18n.locale)).join(' + ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        <Plural value={emails} one="# buyer gets an email." other="# buyers get an email." />
      </p>
    </div>
  )
}
