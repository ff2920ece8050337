import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { TableHead } from '@/shared/ui/TableHead'
import type { StudioBundle } from '../../../bundlesApi'
import { formatPrice } from '../../../price'
import { ChannelList } from '../../bundles/ChannelList'

export type BundleAction = 'accept' | 'decline' | 'withdraw' | 'end'

interface Props {
  bundles: readonly StudioBundle[]
  /** Whether the other channel sells these bundles. */
  isIncoming: boolean
  onAct: (bundle: StudioBundle, action: BundleAction) => void
}

/** Bundles with their terms, their status and the actions of this channel. */
export function BundleTable({ bundles, isIncoming, onAct }: Props) {
  const { t, i18n } = useLingui()
  const headings = [
    t`Channel`,
    t`Offer`,
    isIncoming ? t`Your share` : t`Their share`,
    ...(isIncoming ? [t`Active purchases`] : []),
    t`Status`,
    t`Actions`,
  ]
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {bundles.map(bundle => (
          <tr key={bundle.id}>
            <td data-label={t`Channel`}>
              <ChannelList channels={[bundle.channel]} linked />
            </td>
            <td data-label={t`Offer`}>
              <span className="stack stack--2">
                <span>{bundle.offer}</span>
                <span className="muted">{formatPrice(bundle, i18n)}</span>
              </span>
            </td>
            <td data-label={headings[2]} className="tabular-nums">
              {i18n.number(Number(bundle.percent) / 100, { style: 'percent', maximumFractionDigits: 2 })}
            </td>
            {isIncoming ? (
              <td data-label={t`Active purchases`} className="tabular-nums">
                {i18n.number(bundle.viewers ?? 0)}
              </td>
            ) : null}
            <td data-label={t`Status`}>
              <StatusBadge bundle={bundle} isIncoming={isIncoming} />
            </td>
            <td data-label={t`Actions`}>
              <BundleActions bundle={bundle} isIncoming={isIncoming} onAct={onAct} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StatusBadge({ bundle, isIncoming }: { bundle: StudioBundle; isIncoming: boolean }) {
  const { t } = useLingui()
  const texts = {
    proposed: isIncoming ? t`Waiting for you` : t`Waiting for them`,
    active: t`On sale`,
    declined: t`Declined`,
    withdrawn: t`Withdrawn`,
    ended: t`Ended`,
  }
  const tones = { active: 'success', proposed: 'warning' } as const
  const tone = bundle.status === 'active' || bundle.status === 'proposed' ? tones[bundle.status] : 'plain'
  return <Badge tone={tone}>{texts[bundle.status]}</Badge>
}

function BundleActions({ bundle, isIncoming, onAct }: Omit<Props, 'bundles'> & { bundle: StudioBundle }) {
  const about = <span className="sr-only">, {bundle.offer}</span>
  const button = (action: BundleAction, text: React.ReactNode, kind?: 'primary') => (
    <Button kind={kind} aria-haspopup="dialog" onClick={() => onAct(bundle, action)}>
      {text}
      {about}
    </Button>
  )
  if (bundle.status === 'active') return button('end', <Trans>End bundle</Trans>)
  if (bundle.status !== 'proposed') return null
  if (!isIncoming) return button('withdraw', <Trans>Withdraw</Trans>)
  return (
    <div className="cluster">
      {button('accept', <Trans>Accept</Trans>, 'primary')}
      {button('decline', <Trans>Decline</Trans>)}
    </div>
  )
}
