import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { serverNow } from '@/shared/clock'
import { useInterval } from '@/shared/hooks/useInterval'
import { MEDIA } from '@/shared/mediaTypes'
import { TilePlayer } from '@/shared/player'
import { useCatalog } from '../../context'
import { mediaUrl } from '../../model'
import { playedEvent } from '../../playedContent'
import type { MultiViewStore } from '../../stores/multiview/MultiViewStore'
import type { TileState, TileStore } from '../../stores/multiview/TileStore'
import { EventPoster } from '../event/EventPoster'
import { teamColors } from '../event/teamColors'
import { useSpoilerFree } from '../event/useSpoilerFree'
import { useDevicePlace } from '../watch/useDevicePlace'
import { useSlate } from '../watch/useSlate'
import { TileActions } from './TileActions'
import { TileDeviceLimit } from './TileDeviceLimit'
import { TileGate } from './TileGate'
import { TileScore } from './TileScore'
import { useGameName } from './useGameName'
import './Tile.css'

interface Props {
  tile: TileStore
  /** The number of the picture and of its key, from 1. */
  number: number
  /** The ids of all chosen games, as in the URL. */
  ids: readonly number[]
  store: MultiViewStore
}

/** How often to load the event of a picture that plays, and of one that waits. */
const LIVE_POLL_MS = 60_000
const WAITING_POLL_MS = 10_000
const FINAL_STATES: readonly TileState[] = ['missing', 'canceled', 'no_replay', 'unrecorded']

/** One game of a multi-view: its picture, or the reason why it does not play, its score and its buttons. */
export const Tile = observer(function Tile({ tile, number, ids, store }: Props) {
  const { t } = useLingui()
  const { shell } = useCatalog()
  const withoutSpoilers = useSpoilerFree()
  const slate = useSlate()
  const state = tile.stateAt(serverNow())
  const { event: original, source } = tile
  const event = original && withoutSpoilers(original)
  const name = useGameName()(event)
  const { refusal, renew } = useDevicePlace({ kind: 'event', id: tile.id }, original?.access_reason)
  const plays = state === 'plays' && event !== null && source !== null && !refusal
  useInterval(
    () => void tile.refresh(),
    plays ? LIVE_POLL_MS : FINAL_STATES.includes(state) ? null : WAITING_POLL_MS,
  )
  const hasSound = store.soundId === tile.id
  const isLarge = store.layout === 'large' && store.largeId === tile.id
  const isFull = store.fullId === tile.id
  return (
    <li
      className="tile"
      aria-label={name}
      data-large={isLarge || undefined}
      data-full={isFull || undefined}
      data-sound={hasSound || undefined}
      style={event ? teamColors(event) : undefined}
    >
      {plays ? (
        <TilePlayer
          key={tile.isSimulated ? 'simulation' : 'live'}
          id={tile.id}
          source={source}
          title={event.full_name}
          content={playedEvent(event, !tile.isSimulated, shell.channel.groups)}
          poster={mediaUrl(event.media, MEDIA.image) ?? event.images.poster}
          placeholder={<EventPoster event={{ ...event, score: null }} large />}
          slate={tile.isSimulated ? null : slate}
          clock={tile.isSimulated ? tile.clock : undefined}
          connection={store.connection}
          hasSound={hasSound}
          isPaused={store.isPaused}
          storageKey={`${shell.channel.settings.storage_prefix}:player`}
          renewSource={() => renew(() => tile.renewSource())}
          onEnded={() => tile.handleEnd()}
          onSilenced={() => store.giveSound(null)}
          onReady={control => tile.attach(control)}
        />
      ) : refusal ? (
        <TileDeviceLimit content={{ kind: 'event', id: tile.id }} refusal={refusal} />
      ) : (
        <TileGate tile={tile} event={event} state={state === 'plays' ? 'loading' : state} />
      )}
      {plays ? (
        <button
          type="button"
          className="tile__press"
          aria-label={hasSound ? t`${name}, with sound` : t`Hear ${name}`}
          onClick={({ detail }) => {
            // A key has no position on the picture. On a TV, one press of Enter fills the screen.
            if (detail === 0 && hasSound && !isFull) store.fill(tile.id)
            else store.press(tile.id)
          }}
        />
      ) : null}
      <div className="tile__bar">
        <span className="tile__number" aria-hidden="true">
          {number}
        </span>
        {event ? <TileScore event={event} tile={tile} /> : null}
      </div>
      <TileActions id={tile.id} name={name} ids={ids} plays={plays} store={store} />
    </li>
  )
})
