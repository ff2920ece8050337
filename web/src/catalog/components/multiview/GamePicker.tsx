import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { Button, LinkButton } from '@/shared/ui/Button'
import { CardGrid } from '@/shared/ui/Card'
import { Icon } from '@/shared/ui/Icon'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import { isSimulatedLive, MAX_GAMES, MIN_GAMES, toggleGame } from '../../multiview/selection'
import { runningEventsStore } from '../../stores/multiview/RunningEventsStore'
import { AccessBadge, StatusBadges } from '../event/EventBadges'
import { EventPoster } from '../event/EventPoster'
import { useEventTexts } from '../event/useEventTexts'
import { useGameName } from './useGameName'
import './GamePicker.css'

interface Props {
  /** The games that are chosen at first. */
  ids: readonly number[]
  onWatch: (ids: readonly number[]) => void
}

const REFRESH_MS = 30_000

/** The games that run now, to choose two to four of them. They have no scores: a viewer may be behind in one of them. */
export const GamePicker = observer(function GamePicker({ ids, onWatch }: Props) {
  const { t } = useLingui()
  const store = useCatalog().resolve(runningEventsStore)
  const { events } = store
  const [drafted, setDrafted] = useState(ids)
  useEffect(() => void store.load(), [store])
  useInterval(() => void store.load(), REFRESH_MS)
  if (events.error && !events.value) {
    return (
      <ErrorState
        title={t`The games could not be loaded`}
        onRetry={() => void store.load()}
        busy={events.isBusy}
      />
    )
  }
  if (!events.value) return <CardGrid busy>{SkeletonCards({ count: 4 })}</CardGrid>
  const running = events.value
  if (running.length < MIN_GAMES) return <TooFewGames events={running} />
  const chosen = drafted.filter(id => running.some(event => event.id === id))
  const count = chosen.length
  return (
    <div className="game-picker">
      <ul className="game-picker__games" aria-label={t`Games that are on now`}>
        {running.map(event => (
          <li key={event.id}>
            <GameButton
              event={event}
              place={chosen.indexOf(event.id) + 1}
              isFull={count === MAX_GAMES}
              onClick={() => setDrafted(toggleGame(chosen, event.id))}
            />
          </li>
        ))}
      </ul>
      <div className="game-picker__foot">
        <p role="status">
          {count < MIN_GAMES
            ? t`Choose two to four games.`
            : plural(count, { one: '# game chosen', other: '# games chosen' })}
        </p>
        <Button kind="primary" icon="grid" disabled={count < MIN_GAMES} onClick={() => onWatch(chosen)}>
          {count < MIN_GAMES ? t`Watch` : plural(count, { one: 'Watch # game', other: 'Watch # games' })}
        </Button>
      </div>
    </div>
  )
})

interface GameButtonProps {
  event: EventItem
  /** The place of the game among the chosen ones, from 1; 0 if it is not chosen. */
  place: number
  /** Whether no more games can be chosen. */
  isFull: boolean
  onClick: () => void
}

function GameButton({ event: original, place, isFull, onClick }: GameButtonProps) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const event = asRunning(original)
  const name = useGameName()(event)
  const kind = texts.kind(event)
  const isDisabled = isFull && place === 0
  return (
    <button
      type="button"
      className="game-picker__game"
      aria-pressed={place > 0}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <span className="sr-only">
        {[name, kind, isSimulatedLive(original) ? t`Simulated live` : t`live`].filter(Boolean).join(', ')}
      </span>
      <span className="game-picker__poster" aria-hidden="true">
        <EventPoster event={event} />
        <span className="game-picker__badges">
          <StatusBadges event={event} />
          <AccessBadge event={event} />
        </span>
        <span className="game-picker__mark">{place > 0 ? place : <Icon name="plus" size="s" />}</span>
      </span>
      <span className="game-picker__name" aria-hidden="true">
        {event.name}
      </span>
      <span className="game-picker__kind" aria-hidden="true">
        {kind}
      </span>
    </button>
  )
}

/** Return a running event without its score. A simulation is live. */
const asRunning = (event: EventItem): EventItem => ({
  ...event,
  score: null,
  ...(isSimulatedLive(event) ? { stream_status: 'live', live_state: 'on_air' } : {}),
})

/** The message when there are not enough games, with a way to watch the only one. */
function TooFewGames({ events: [only] }: { events: readonly EventItem[] }) {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="grid"
      title={only ? t`Only one game is on right now` : t`No games are on right now`}
      actions={
        <LinkButton kind="primary" to={only ? `/watch/${only.id}` : '/schedule'}>
          {only ? <Trans>Watch this game</Trans> : <Trans>Full schedule</Trans>}
        </LinkButton>
      }
    >
      {only ? t`Come back when another game has started.` : t`Check the schedule for the next ones.`}
    </EmptyState>
  )
}
