import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { TableHead } from '@/shared/ui/TableHead'
import type { StudioMakeGood } from '../../makeGoodApi'
import { formatPrice } from '../../price'

interface Props {
  makeGoods: readonly StudioMakeGood[]
  onDismiss: (makeGood: StudioMakeGood) => void
}

/** The make-goods of an event. Narrow screens show each row as a card. */
export function MakeGoodTable({ makeGoods, onDismiss }: Props) {
  const { t } = useLingui()
  const headings = [
    t`Viewer`,
    t({ message: 'Lost', context: 'time that did not play' }),
    t`Cause`,
    t`Paid as`,
    t`Status`,
  ]
  return (
    <table className="table" aria-label={t`Make-goods`}>
      <TableHead headings={headings}>
        <th scope="col" className="num">
          <Trans>Amount</Trans>
        </th>
      </TableHead>
      <tbody>
        {makeGoods.map(makeGood => (
          <Row key={makeGood.order_id} makeGood={makeGood} headings={headings} onDismiss={onDismiss} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  makeGood: StudioMakeGood
  headings: readonly string[]
  onDismiss: (makeGood: StudioMakeGood) => void
}

function Row({ makeGood, headings, onDismiss }: RowProps) {
  const { t, i18n } = useLingui()
  const texts = useMakeGoodTexts()
  const { viewer, order_id: order, currency, event_count: count } = makeGood
  const paidFor = formatPrice({ price: makeGood.paid_for, currency }, i18n)
  return (
    <tr>
      <td data-label={headings[0]}>
        <span className="stack stack--2">
          <strong>{viewer ? viewer.name || viewer.email : t`Closed account`}</strong>
          <Link className="link" to={`/studio/orders/${order}`}>
            <Trans>Order {order}</Trans>
          </Link>
        </span>
      </td>
      <td data-label={headings[1]} className="tabular-nums">
        {texts.lostOf(makeGood)}
      </td>
      <td data-label={headings[2]}>
        <span className="stack stack--2">
          <span>{texts.sides[makeGood.side]}</span>
          {makeGood.needs_review ? (
            <span className="muted">
              <Trans>Check: only viewers’ requests show this loss.</Trans>
            </span>
          ) : null}
        </span>
      </td>
      <td data-label={headings[3]}>
        <span className="stack stack--2">
          <span>{texts.methods[makeGood.method]}</span>
          {makeGood.promo_code ? <span className="muted">{makeGood.promo_code}</span> : null}
        </span>
      </td>
      <td data-label={headings[4]}>
        <span className="stack stack--2">
          <span>
            <Badge tone={TONES[makeGood.status]}>{texts.states[makeGood.status]}</Badge>
          </span>
          {makeGood.dismissal ? <span className="muted">{makeGood.dismissal}</span> : null}
          {makeGood.status === 'proposed' && makeGood.id && Number(makeGood.paid) === 0 ? (
            <Button kind="quiet" onClick={() => onDismiss(makeGood)}>
              <Trans>Dismiss</Trans>
            </Button>
          ) : null}
        </span>
      </td>
      <td data-label={t`Amount`} className="num">
        <span className="stack stack--2">
          <strong>{formatPrice({ price: makeGood.owed, currency }, i18n)}</strong>
          <span className="muted">
            {count > 1 ? (
              <Trans>
                from {paidFor} for {count} events
              </Trans>
            ) : (
              <Trans>from {paidFor}</Trans>
            )}
          </span>
          {makeGood.is_capped ? <span className="muted">{t`limited`}</span> : null}
        </span>
      </td>
    </tr>
  )
}

/** Shorter viewings are shown in seconds, so that the share can be recognized. */
const EXACT_BELOW_SECONDS = 600
const TONES = { proposed: 'warning', paying: 'warning', paid: 'success', dismissed: 'plain' } as const

function useMakeGoodTexts() {
  const { t } = useLingui()
  return {
    sides: { venue: t`Venue`, delivery: t`Delivery` },
    methods: { credit: t`Promo code`, refund: t`Refund to the card` },
    states: {
      proposed: t({ message: 'Not paid', context: 'state of a make-good' }),
      paying: t({ message: 'Being paid', context: 'state of a make-good' }),
      paid: t({ message: 'Paid', context: 'state of a make-good' }),
      dismissed: t({ message: 'Dismissed', context: 'state of a make-good' }),
    },
    lostOf: ({ reason, lost_seconds, wanted_seconds }: StudioMakeGood) => {
      if (reason === 'shut_out') return t`never started`
      if (wanted_seconds < EXACT_BELOW_SECONDS) return t`${lost_seconds} of ${wanted_seconds} s`
      const [lost, wanted] = [lost_seconds, wanted_seconds].map(seconds => Math.round(seconds / 60))
      return t`${lost} of ${wanted} min`
    },
  }
}
