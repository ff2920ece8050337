import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Player, type PlayerController } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import type { EventItem } from '../../model'
import { summaryStore, toSource } from '../../stores/SummaryStore'
import type { Summary } from '../../summary'
import { EventPoster } from '../event/EventPoster'
import { Gate } from './Gate'
import './SummaryPlayer.css'

interface Props {
  event: EventItem
  summary: Summary
  isTheater: boolean
  onToggleTheater: () => void
  /** Gets the control of the player, and null when it is removed. */
  onPlayer: (player: PlayerController | null) => void
}

/**
 * The player of a summary. Its cuts are between the segments of its playlist, so the stream plays them by itself,
 * without a seek. It sends no analytics events and saves no position, because its positions are not those of the video.
 */
export default observer(function SummaryPlayer({
  event,
  summary,
  isTheater,
  onToggleTheater,
  onPlayer,
}: Props) {
  const catalog = useCatalog()
  const store = catalog.resolve(summaryStore)
  const [player, setPlayer] = useState<PlayerController | null>(null)
  const isLive = event.stream_status === 'live'
  const source = toSource(summary)
  useEffect(() => {
    player?.setMarkers(
      summary.ranges.slice(1).map(({ start_ms }) => ({ seconds: start_ms / 1000, isBig: false })),
    )
    return player?.onTimeChange(() => store.updateTime(player.time()))
  }, [player, store, summary])

  if (store.hasEnded) return <SummaryEnded event={event} />
  return (
    <div className="summary-player">
      {source ? (
        <Player
          id={`summary-${event.id}-${summary.kind}-${summary.duration_ms}`}
          source={source}
          title={event.full_name}
          placeholder={<EventPoster event={event} large eager />}
          autoPlay
          storageKey={`${catalog.shell.channel.settings.storage_prefix}:player`}
          isTheater={isTheater}
          onToggleTheater={onToggleTheater}
          renewSource={() => store.refreshUrl()}
          onEnded={() => store.finish(isLive)}
          onReady={control => {
            setPlayer(control)
            onPlayer(control && withoutSeeking(control))
          }}
        />
      ) : null}
      {player ? createPortal(<SummaryBar isLive={isLive} kind={summary.kind} />, player.frame()) : null}
    </div>
  )
})

/** What the summary shows, over the picture, and the button that ends it. */
const SummaryBar = observer(function SummaryBar({
  isLive,
  kind,
}: {
  isLive: boolean
  kind: Summary['kind']
}) {
  const store = useCatalog().resolve(summaryStore)
  const button = useRef<HTMLButtonElement>(null)
  const { rangeNumber, rangeCount } = store
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className="summary-bar">
      <p role="status">
        {kind === 'moments' ? (
          <Trans>
            Catching up, {rangeNumber} of {rangeCount}
          </Trans>
        ) : (
          <Trans>
            Condensed game, {rangeNumber} of {rangeCount}
          </Trans>
        )}
      </p>
      <Button ref={button} kind="glass" size="s" onClick={() => store.close(isLive ? 'live' : 'recording')}>
        {isLive ? <Trans>Skip to live</Trans> : <Trans>Skip</Trans>}
      </Button>
    </div>
  )
})

/** The end of the summary of a recording. */
const SummaryEnded = observer(function SummaryEnded({ event }: { event: EventItem }) {
  const { t } = useLingui()
  const store = useCatalog().resolve(summaryStore)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <Gate poster={<EventPoster event={event} large eager />} title={t`That was the summary`}>
      <div className="actions">
        <Button ref={button} kind="primary" icon="play" onClick={() => store.close('start')}>
          <Trans>Watch from the start</Trans>
        </Button>
      </div>
    </Gate>
  )
})

/**
 * Return a control of the same player without a range to seek in. The positions of a summary are not those of the game,
 * so moments of the game cannot be played in it, and its marks are its own.
 */
function withoutSeeking(control: PlayerController): PlayerController {
  return Object.create(control, {
    window: { value: () => ({ start: -1, end: -1 }) },
    setMarkers: { value: () => undefined },
  })
}
