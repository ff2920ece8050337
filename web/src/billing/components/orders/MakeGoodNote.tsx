import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { MakeGood, Order } from '../../model'
import { formatPrice } from '../../price'

/** What was paid back for events of an order that did not play, why, and how it was calculated. */
export function MakeGoodNotes({ order }: { order: Order }) {
  if (order.make_goods.length === 0) return null
  return (
    <ul className="stack stack--2 order__note">
      {order.make_goods.map(makeGood => (
        <li key={makeGood.event_id}>
          <MakeGoodNote makeGood={makeGood} />
        </li>
      ))}
    </ul>
  )
}

function MakeGoodNote({ makeGood }: { makeGood: MakeGood }) {
  const { i18n } = useLingui()
  const { currency, event_count: count, promo_code: code, event_name: event } = makeGood
  const money = (price: string) => formatPrice({ price, currency }, i18n)
  const amount = money(makeGood.amount)
  const paid = money(makeGood.paid_for)
  const minutes = Math.max(1, Math.round(makeGood.lost_seconds / 60))
  return (
    <>
      <p>
        {makeGood.method === 'refund' ? (
          <Trans>
            We refunded {amount} for {event}.
          </Trans>
        ) : code ? (
          <Trans>
            You have a credit of {amount} for {event}: enter the promo code <strong>{code}</strong> with{' '}
            <Link className="link" to="/passes">
              your next purchase
            </Link>
            .
          </Trans>
        ) : (
          <Trans>
            You got a credit of {amount} for {event}.
          </Trans>
        )}
      </p>
      <p className="hint">
        {makeGood.reason === 'shut_out' ? (
          <Trans>The video never started.</Trans>
        ) : (
          <Plural value={minutes} one="# minute did not play." other="# minutes did not play." />
        )}{' '}
        {count > 1 ? (
          <Trans>
            You paid {paid} for {count} events.
          </Trans>
        ) : (
          <Trans>You paid {paid}.</Trans>
        )}
      </p>
    </>
  )
}
