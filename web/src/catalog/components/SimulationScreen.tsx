import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useRepeat } from '@/shared/hooks/useRepeat'
import { Player } from '@/shared/player'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../context'
import { addressOf, MEDIA, type Simulation, streamOf } from '../model'
import { playedGame } from '../played'
import { asShown } from '../simulation'
import { simulationStore } from '../stores/SimulationStore'
import { watchStateOf } from '../watchState'
import { EventGate } from './EventGate'
import { EventPoster } from './EventPoster'
import { GameOver } from './GameOver'
import { useFollow } from './useFollow'
import { useSeen } from './useSeen'

interface Props {
  show: Simulation
  theatre: boolean
  onTheatre: () => void
}

/** A showing that should have begun is asked for this often. */
const WAITING_MS = 5_000

/**
 * The picture of a showing, or what stands in its way.
 *
 * It begins by itself, everybody joins at the same moment of it, and the recording is offered after it.
 */
export const SimulationScreen = observer(function SimulationScreen({ show, theatre, onTheatre }: Props) {
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.bring(simulationStore)
  // The start that the countdown came to, in milliseconds: the clock alone would not render this again.
  const [reached, setReached] = useState(0)
  const now = Math.max(reached, serverNow())
  const event = useSeen()(asShown(show, store.startsAt, now))
  const state = watchStateOf(event, now)
  const follow = useFollow(state === 'plays')
  // The showing may be over by the clock while this viewer sees its last seconds.
  const source = useRef(streamOf(event))
  source.current = streamOf(event) ?? source.current
  const refresh = () => void store.refresh()
  useRepeat(refresh, state === 'waiting' ? WAITING_MS : null)
  const start = () => {
    setReached(store.startsAt)
    refresh()
  }

  if (follow.live && source.current) {
    return (
      <Player
        id={`showing-${event.id}`}
        source={source.current}
        title={event.full_name}
        thing={playedGame(event, false, shell.channel.groups)}
        poster={addressOf(event.media, MEDIA.image) ?? event.images.poster}
        drawn={<EventPoster event={event} large eager />}
        clock={() => store.second}
        autoPlay
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        theatre={theatre}
        onTheatre={onTheatre}
        renew={() => store.freshStream()}
        onEnded={follow.end}
      />
    )
  }
  if (follow.over || state === 'unrecorded') {
    const again = (
      <LinkButton kind="primary" icon="play" to={`/watch/${event.id}`}>
        <Trans>Watch from the start</Trans>
      </LinkButton>
    )
    return <GameOver event={event} watch={again} />
  }
  return state === 'plays' || state === 'embedded' ? null : (
    <EventGate event={event} state={state} onStart={start} />
  )
})
