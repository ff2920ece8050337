import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link } from 'react-router'
import type { EventOffersProps } from '@/shared/contexts/slots'
import { Loaded } from '@/shared/studio/Loaded'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { Badge } from '@/shared/ui/Badge'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import type { EventOffer } from '../../../studioOffersApi'
import { AccessSentence } from './AccessSentence'
import { useOfferTexts } from './useOfferTexts'

/** Who can watch an event as it was saved last, and the offers that open it. */
export default observer(function EventOffers({ eventKey, isChanged, ...event }: EventOffersProps) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const load = useCallback(() => void store.loadEventOffers(eventKey), [store, eventKey])
  useEffect(load, [load])
  return (
    <section className="stack" aria-labelledby="event-offers">
      <h3 className="label" id="event-offers">
        <Trans>How viewers get access</Trans>
      </h3>
      {isChanged ? (
        <p className="hint" role="status">
          <Trans>This shows the saved event. Save your changes to update it.</Trans>
        </p>
      ) : null}
      <Loaded source={store.eventOffers} errorTitle={t`The offers could not be loaded`} onRetry={load}>
        {loaded => (
          <div className="stack">
            <AccessSentence {...loaded} {...event} />
            {loaded.offers.length ? <EventOfferTable offers={loaded.offers} /> : null}
          </div>
        )}
      </Loaded>
    </section>
  )
})

function EventOfferTable({ offers }: { offers: readonly EventOffer[] }) {
  const { t } = useLingui()
  const texts = useOfferTexts()
  const canOpen = useOpenRooms().has('offers')
  const headings = [t`Name`, t`Price`, t`Access`, t`Status`]
  return (
    <table className="table" aria-label={t`Offers that open this event`}>
      <TableHead headings={headings} />
      <tbody>
        {offers.map(offer => (
          <tr key={`${offer.kind}:${offer.key}`}>
            <td data-label={headings[0]}>
              <span className="stack stack--2">
                {canOpen ? (
                  <Link className="link" to={offerPath(offer)}>
                    {offer.name}
                  </Link>
                ) : (
                  <strong>{offer.name}</strong>
                )}
                <ScopeNote offer={offer} />
              </span>
            </td>
            <td data-label={headings[1]} className="tabular-nums">
              {texts.priceOf(offer)}
            </td>
            <td data-label={headings[2]}>
              {offer.kind === 'subscription' ? (
                <span className="stack stack--2">
                  <Trans>while it renews</Trans>
                  <span className="muted">{texts.termOf(offer)}</span>
                </span>
              ) : (
                texts.termOf(offer)
              )}
            </td>
            <td data-label={headings[3]}>
              <StateBadge state={offer.state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Return the path of the page of an offer. A single event is sold by a package. */
const offerPath = ({ kind, key }: EventOffer) =>
  `/studio/offers/${kind === 'subscription' ? kind : 'package'}/${key}`

function ScopeNote({ offer: { kind, is_team_pass: isTeamPass } }: { offer: EventOffer }) {
  if (kind === 'event')
    return (
      <span className="hint">
        <Trans>This event alone</Trans>
      </span>
    )
  if (!isTeamPass) return null
  return (
    <span className="hint">
      <Trans>For one of its teams</Trans>
    </span>
  )
}

function StateBadge({ state }: Pick<EventOffer, 'state'>) {
  const { t } = useLingui()
  const texts = {
    on_sale: t`On sale`,
    ended: t`Last day is over`,
    ends_before: t`Ends before the event`,
    team_not_covered: t`Not sold for its teams`,
    unavailable: t`Not sold now`,
  }
  return <Badge tone={state === 'on_sale' ? 'success' : 'warning'}>{texts[state]}</Badge>
}
