import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { participantsBySide } from '@/shared/participantsBySide'
import { Button } from '@/shared/ui/Button'
import type { EventItem } from '../../model'
import type { TimelineStore } from '../../stores/TimelineStore'
import { formatGameClock, type KeyMoment, snapshotAt } from '../../timeline'
import './KeyMoments.css'

/** A moment plays from this many seconds before its entry: people press after they have seen it. */
const LEAD_SECONDS = 8
/** A moment is announced only if the playhead reached it within this many milliseconds, not after a jump. */
const ANNOUNCE_WITHIN_MS = 10_000

interface Props {
  event: EventItem
  store: TimelineStore
}

/** The key moments up to the playhead. A press plays one. New moments are announced once. */
export const KeyMoments = observer(function KeyMoments({ event, store }: Props) {
  const { timeline, shownMoments, playheadMs } = store
  const isHidden = useSpoilers().isHidden(event.id)
  const showsAll = store.showsAll && !isHidden
  const moments = [...shownMoments].reverse()
  if (!timeline || timeline.revision === 0 || (playheadMs === null && !showsAll && isHidden)) return null
  // How many moments follow would tell how the game goes on.
  const canShowAll = !isHidden && event.stream_status === 'finished'
  if (moments.length === 0 && !canShowAll && playheadMs === null) return null
  return (
    <section className="key-moments" aria-labelledby="key-moments">
      <header className="key-moments__head">
        <h2 className="display h3" id="key-moments">
          <Trans>Key moments</Trans>
        </h2>
        {canShowAll ? (
          <Button icon="eye" aria-pressed={showsAll} onClick={() => store.toggleAll()}>
            <Trans>Show what comes next</Trans>
          </Button>
        ) : null}
      </header>
      {moments.length > 0 ? (
        <ol className="key-moments__list">
          {moments.map(moment => (
            <Moment key={moment.id} moment={moment} event={event} store={store} />
          ))}
        </ol>
      ) : (
        <p className="muted">
          {playheadMs === null ? (
            <Trans>Key moments appear here while you watch.</Trans>
          ) : (
            <Trans>No key moments yet.</Trans>
          )}
        </p>
      )}
      <Announcement event={event} store={store} />
    </section>
  )
})

const Moment = observer(function Moment({ moment, event, store }: Props & { moment: KeyMoment }) {
  const texts = useMomentTexts(event)
  const { timeline } = store
  const clock =
    timeline &&
    formatGameClock(snapshotAt(timeline, moment.at_ms)?.clock ?? null, timeline.clock_direction, moment.at_ms)
  const isPlayable = store.isPlayable(moment)
  return (
    <li className={moment.is_big ? 'key-moments__item key-moments__item--big' : 'key-moments__item'}>
      <button
        type="button"
        className="key-moments__button"
        data-side={moment.side ?? undefined}
        disabled={!isPlayable}
        onClick={() => store.play(moment, LEAD_SECONDS)}
      >
        <span className="key-moments__time">{[moment.label, clock].filter(Boolean).join(' ')}</span>
        <span className="key-moments__text">
          <b>{texts.name(moment)}</b>
          {moment.text && moment.name ? <small>{moment.text}</small> : null}
        </span>
        {moment.kind === 'score' || moment.kind === 'period_end' || moment.kind === 'final' ? (
          <span className="key-moments__score">{texts.score(moment)}</span>
        ) : null}
      </button>
    </li>
  )
})

/** Announces a new moment politely, once, when the playhead passes it. */
const Announcement = observer(function Announcement({ event, store }: Props) {
  const texts = useMomentTexts(event)
  const [announced, setAnnounced] = useState('')
  const lastId = useRef<string | null>(null)
  const { playheadMs } = store
  const latest = store.shownMoments.findLast(({ at_ms }) => playheadMs !== null && at_ms <= playheadMs)
  useEffect(() => {
    if (!latest || playheadMs === null || latest.id === lastId.current) return
    const isNew = playheadMs - latest.at_ms < ANNOUNCE_WITHIN_MS
    if (isNew && lastId.current !== null) setAnnounced(`${texts.name(latest)}. ${texts.score(latest)}`)
    lastId.current = latest.id
  }, [latest, playheadMs, texts])
  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  )
})

function useMomentTexts(event: EventItem) {
  const { t } = useLingui()
  const sides = participantsBySide(event)
  return {
    /** `Goal, Cedar Ridge`. */
    name: ({ kind, name, text, side }: KeyMoment) => {
      if (kind === 'final') return t`Final`
      const what = name || text
      return side && sides ? t`${what}, ${sides[side].name}` : what
    },
    score: ({ points, sets }: KeyMoment) => (sets ?? points).join('–'),
  }
}
