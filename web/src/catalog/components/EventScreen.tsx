import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import { useRepeat } from '@/shared/hooks/useRepeat'
import type { PlayerControl } from '@/shared/parts'
import { Player } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../context'
import { addressOf, type EventItem, MEDIA, streamOf } from '../model'
import { playedGame } from '../played'
import { eventStore } from '../stores/EventStore'
import { prerollStore } from '../stores/PrerollStore'
import { watchStateOf } from '../watchState'
import { EventGate } from './EventGate'
import { EventPoster } from './EventPoster'
import { GameOver } from './GameOver'
import { PlayerWait } from './PlayerWait'
import { Resumed } from './Resumed'
import { useFollow } from './useFollow'
import { useKept } from './useKept'
import { useSeen } from './useSeen'

interface Props {
  event: EventItem
  theatre?: boolean
  onTheatre?: () => void
  /** Gets the control of what plays, and null when it is no more. */
  onPlayer?: (player: PlayerControl | null) => void
}

/** A stream that should have begun, or a recording that should come, is asked for this often. */
const WAITING_MS = 10_000
/** Whether a stream that has ended was reopened. */
const ENDED_MS = 20_000
/** The score and the state of a running game; and whether one has begun before its time. */
const LIVE_MS = 60_000

/**
 * The picture of a game, or what stands in its way.
 *
 * A game that begins while the page is open starts to play by itself. One that ends is watched to its
 * last picture, and then from the start, without a reload. One that is reopened after its end goes on by itself.
 */
export const EventScreen = observer(function EventScreen({
  event: given,
  theatre,
  onTheatre,
  onPlayer,
}: Props) {
  const event = useSeen()(given)
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.bring(eventStore)
  const prerolls = catalog.bring(prerollStore)
  // The start that the countdown came to, in milliseconds: the clock alone would not render this again.
  const [reached, setReached] = useState(0)
  const state = watchStateOf(event, Math.max(reached, serverNow()))
  const waited = useRef(false)
  if (state === 'countdown' || state === 'waiting') waited.current = true
  const live = event.stream_status === 'live'
  const source = streamOf(event)
  const game = useFollow(live && source !== null)
  const kept = useKept(source && !game.live && !game.over ? { kind: 'event', id: event.id } : null)
  const reopened = useReopened(given, game.over)
  const { goOn } = game
  useEffect(() => {
    if (!reopened) return
    waited.current = true
    goOn()
  }, [reopened, goOn])
  const pending = state === 'waiting' || (game.over && (live || !source))
  const changes = live || state === 'countdown' || state === 'showing'
  const every = pending ? WAITING_MS : game.over ? ENDED_MS : changes ? LIVE_MS : null
  const refresh = () => void store.refresh()
  useRepeat(refresh, every)
  // Should this one question fail, the game is waited for, and asked about until it comes.
  const start = () => {
    setReached(event.event_utc_ts * 1000)
    refresh()
  }

  const end = () => {
    game.end()
    refresh()
  }

  const embedded = addressOf(event.media, MEDIA.embedded)
  if (game.over) {
    const again = (
      <Button kind="primary" icon="play" onClick={game.watchAgain}>
        <Trans>Watch from the start</Trans>
      </Button>
    )
    return <GameOver event={event} watch={source ? again : null} />
  }
  const drawn = <EventPoster event={event} large eager />
  if (state === 'plays' && source && kept.start === null) {
    return <PlayerWait poster={posterOf(event)} drawn={drawn} />
  }
  if (state === 'plays' && source) {
    const player = (
      <Player
        id={`event-${event.id}-${game.live ? 'live' : 'recording'}${kept.video}`}
        source={source}
        title={event.full_name}
        thing={playedGame(event, game.live, shell.channel.groups)}
        poster={posterOf(event)}
        drawn={drawn}
        startAt={kept.start ?? 0}
        onTime={kept.onTime}
        storyboard={addressOf(event.media, MEDIA.thumbnails)}
        autoPlay={waited.current || game.again || kept.video !== ''}
        rests
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        theatre={theatre}
        onTheatre={onTheatre}
        prerolls={prerolls.before(event)}
        renew={() => store.freshStream(game.live ? MEDIA.live : MEDIA.vod)}
        onEnded={game.live ? end : undefined}
        onReady={onPlayer}
      />
    )
    return <Resumed kept={kept}>{player}</Resumed>
  }
  if (embedded) {
    return (
      <div className="player">
        <iframe
          className="player__host"
          src={embedded}
          title={event.full_name}
          allow="autoplay; fullscreen; picture-in-picture"
          allowFullScreen
        />
      </div>
    )
  }
  return state === 'plays' || state === 'embedded' ? null : (
    <EventGate event={event} state={state} onStart={start} />
  )
})

/**
 * Whether a stream that this viewer saw the end of goes on. An answer from before the end says nothing. A stream
 * of another site is on air by the clock alone, so it must have been away in between.
 */
function useReopened(event: EventItem, over: boolean): boolean {
  const last = useRef(event)
  const away = useRef(false)
  if (!over) {
    last.current = event
    away.current = false
  } else if (event.live_state !== 'on_air') away.current = true
  const own = event.media.some(({ type, expires_at }) => type === MEDIA.live && expires_at !== null)
  return over && event !== last.current && event.live_state === 'on_air' && (own || away.current)
}

const posterOf = ({ media, images }: EventItem) => addressOf(media, MEDIA.image) ?? images.poster
