import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useHiddenLengthPlan } from '@/shared/contexts/spoilers'
import { useInterval } from '@/shared/hooks/useInterval'
import { MEDIA } from '@/shared/mediaTypes'
import { Player } from '@/shared/player'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { mediaUrl, type Simulation, streamUrl } from '../../model'
import { playedEvent } from '../../playedContent'
import { toSimulatedEvent } from '../../simulation'
import { simulationStore } from '../../stores/SimulationStore'
import { watchStateOf } from '../../watchState'
import { EventPoster } from '../event/EventPoster'
import { useSpoilerFree } from '../event/useSpoilerFree'
import { DeviceLimit } from './DeviceLimit'
import { EventEnded } from './EventEnded'
import { EventGate } from './EventGate'
import { useDevicePlace } from './useDevicePlace'
import { useLiveToRecording } from './useLiveToRecording'

interface Props {
  simulation: Simulation
  isTheater: boolean
  onToggleTheater: () => void
}

/** How often to request a simulation that should have started. */
const WAITING_POLL_MS = 5_000

/**
 * The player of a simulation, or the reason why it cannot play.
 *
 * It starts automatically and shows every viewer the same moment. At its end it offers the recording.
 */
export const SimulationPlayer = observer(function SimulationPlayer({
  simulation,
  isTheater,
  onToggleTheater,
}: Props) {
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(simulationStore)
  // The start time that the countdown reached, in milliseconds. The clock alone does not render this again.
  const [reachedStartMs, setReachedStartMs] = useState(0)
  const now = Math.max(reachedStartMs, serverNow())
  const event = useSpoilerFree()(toSimulatedEvent(simulation, store.startsAt, now))
  const hiddenLengthPlan = useHiddenLengthPlan(event)
  const state = watchStateOf(event, now)
  const playback = useLiveToRecording(state === 'plays')
  // The clock may end the simulation while this viewer still watches its last seconds. So keep the last URL.
  const source = useRef(streamUrl(event))
  source.current = streamUrl(event) ?? source.current
  const place = useDevicePlace({ kind: 'event', id: event.id }, event.access_reason)
  const refresh = () => void store.refresh()
  useInterval(refresh, state === 'waiting' ? WAITING_POLL_MS : null)
  const start = () => {
    setReachedStartMs(store.startsAt)
    refresh()
  }

  const placeholder = <EventPoster event={event} large eager />
  if (place.refusal)
    return (
      <DeviceLimit content={{ kind: 'event', id: event.id }} refusal={place.refusal} poster={placeholder} />
    )
  if (playback.isLive && source.current) {
    return (
      <Player
        id={`showing-${event.id}`}
        source={source.current}
        title={event.full_name}
        content={playedEvent(event, false, shell.channel.groups)}
        poster={mediaUrl(event.media, MEDIA.image) ?? event.images.poster}
        placeholder={placeholder}
        hiddenLengthPlan={hiddenLengthPlan}
        clock={() => store.currentSecond}
        autoPlay
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        isTheater={isTheater}
        onToggleTheater={onToggleTheater}
        renewSource={() => place.renew(() => store.refreshStreamUrl())}
        onEnded={playback.handleEnd}
      />
    )
  }
  if (playback.hasEnded || state === 'unrecorded') {
    const watchLink = (
      <LinkButton kind="primary" icon="play" to={`/watch/${event.id}`}>
        <Trans>Watch from the start</Trans>
      </LinkButton>
    )
    return <EventEnded event={event} action={watchLink} />
  }
  return state === 'plays' || state === 'embedded' ? null : (
    <EventGate event={event} state={state} onStart={start} />
  )
})
