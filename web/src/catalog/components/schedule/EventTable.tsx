import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { type EventItem, shownScore } from '../../model'
import { AccessBadge, StatusBadges } from '../event/EventBadges'
import { RevealScoreButton } from '../event/RevealScoreButton'
import { useEventTexts } from '../event/useEventTexts'
import { useIsScoreHidden, useSpoilerFree } from '../event/useSpoilerFree'
import '@/shared/ui/Table.css'

/** A table of games. On phones each row becomes a card with labels. */
export const EventTable = observer(function EventTable({ events }: { events: readonly EventItem[] }) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const toSpoilerFree = useSpoilerFree()
  const isHidden = useIsScoreHidden()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">
            <Trans>Date and time</Trans>
          </th>
          <th scope="col">
            <Trans>Game</Trans>
          </th>
          <th scope="col">
            <Trans>Category</Trans>
          </th>
          <th scope="col">
            <Trans>Venue</Trans>
          </th>
          <th scope="col">
            <Trans>Score</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(original => {
          const event = toSpoilerFree(original)
          const score = shownScore(event)
          return (
            <tr key={event.id}>
              <td data-label={t`Date and time`} className="tabular-nums">
                {texts.played(event)}
              </td>
              <td data-label={t`Game`}>
                <Link className="link" to={`/watch/${event.id}`}>
                  {event.name}
                </Link>
              </td>
              <td data-label={t`Category`}>{texts.kind(event)}</td>
              <td data-label={t`Venue`}>{texts.place(event)}</td>
              <td data-label={t`Score`} className="tabular-nums nowrap">
                {isHidden(original) ? (
                  <RevealScoreButton event={event} />
                ) : score ? (
                  `${score.away} – ${score.home}`
                ) : (
                  '–'
                )}
              </td>
              <td data-label={t`Status`}>
                <span className="cluster">
                  <StatusBadges event={event} plain />
                  <AccessBadge event={event} plain />
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
})
