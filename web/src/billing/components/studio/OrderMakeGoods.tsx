import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { MakeGood } from '../../model'
import { formatPrice } from '../../price'

/** What the viewer of an order was paid back for events that did not play, with links to the events. */
export function OrderMakeGoods({ makeGoods }: { makeGoods: readonly MakeGood[] }) {
  const { i18n } = useLingui()
  if (makeGoods.length === 0) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Make-goods</Trans>
      </h2>
      <ul className="stack stack--2">
        {makeGoods.map(
          ({ event_id: event, event_name: name, amount, currency, method, promo_code: code }) => (
            <li key={event} className="spread">
              <span className="stack stack--2">
                <Link className="link" to={`/studio/orders/make-good/${event}`}>
                  {name}
                </Link>
                <span className="muted">
                  {method === 'refund' ? <Trans>Refund to the card</Trans> : <Trans>Promo code</Trans>}
                  {code ? ` ${code}` : ''}
                </span>
              </span>
              <strong>{formatPrice({ price: amount, currency }, i18n)}</strong>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
