import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Badge } from '@/shared/ui/Badge'
import { TableHead } from '@/shared/ui/TableHead'
import type { StudioOffer } from '../../../studioOffersApi'
import { useOfferTexts } from './useOfferTexts'

/** Offers of one kind: what each opens, its price, and how many viewers hold it. */
export function OfferTable({ offers }: { offers: readonly StudioOffer[] }) {
  const { t } = useLingui()
  const texts = useOfferTexts()
  const headings = [t`Name`, t`Opens`, t`Price`, t`Holders`, t`Status`]
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {offers.map(offer => (
          <tr key={offer.key}>
            <td data-label={headings[0]}>
              <Link className="link" to={offerPath(offer)}>
                {offer.name}
              </Link>
            </td>
            <td data-label={headings[1]}>
              <span className="stack stack--2">
                <span>
                  {offer.is_team_pass ? <Trans>One team:</Trans> : null} {texts.scopeOf(offer)}
                </span>
                <span className="muted">{texts.includesOf(offer)}</span>
              </span>
            </td>
            <td data-label={headings[2]} className="tabular-nums">
              <span className="stack stack--2">
                <span>{texts.priceOf(offer)}</span>
                <span className="muted">{texts.termOf(offer)}</span>
              </span>
            </td>
            <td data-label={headings[3]} className="tabular-nums">
              {texts.holdersOf(offer)}
            </td>
            <td data-label={headings[4]}>
              <OfferBadge offer={offer} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Return the path of an offer's page. A withdrawn offer has no entry to edit, only holders. */
export const offerPath = ({ kind, key, state }: StudioOffer) =>
  `/studio/offers/${kind}/${key}${state === 'withdrawn' ? '/holders' : ''}`

/** Whether an offer is sold. */
export function OfferBadge({ offer }: { offer: StudioOffer }) {
  if (offer.state === 'on_sale')
    return (
      <Badge tone="success">
        <Trans>On sale</Trans>
      </Badge>
    )
  return (
    <Badge tone={offer.state === 'ended' ? 'warning' : 'plain'}>
      {offer.state === 'ended' ? <Trans>Last day is over</Trans> : <Trans>No longer sold</Trans>}
    </Badge>
  )
}
