import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type PointerEvent, useRef } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { partOf, ticksOf, timeLabel, wholeLabel } from '../../timeline'
import { Handle } from './Handle'
import { type Board, Tiles } from './Tiles'
import type { Grabbing } from './useGrabbed'
import './Film.css'

interface Props {
  store: ClipEditorStore
  board: Board
  grabbing: Grabbing
}

const percent = (part: number) => `${100 * Math.max(0, Math.min(1, part))}%`

/** The strip of the game around what is chosen, with its two handles; below it the whole game. */
export const Film = observer(function Film({ store, board, grabbing }: Props) {
  const { t } = useLingui()
  const { range } = store
  const { shown, start, end, origin } = range
  const strip = useRef<HTMLDivElement>(null)
  /** The instant under a pointer. */
  const under = (clientX: number): number => {
    const box = strip.current?.getBoundingClientRect()
    const part = box ? (clientX - box.left) / Math.max(1, box.width) : 0
    return shown.start + part * (shown.end - shown.start)
  }
  const look = (event: PointerEvent) => {
    if (event.target === event.currentTarget || !(event.target as Element).closest('button'))
      store.goTo(under(event.clientX))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, whose frame cannot be a strip
    <div className="film" role="group" aria-label={t`Range of the clip`}>
      <div className="film__ruler" aria-hidden="true">
        {ticksOf(shifted(shown, origin)).map(tick => (
          <span
            key={tick}
            data-edge={edgeOf(partOf(tick - origin, shown))}
            style={{ left: percent(partOf(tick - origin, shown)) }}
          >
            {wholeLabel(tick)}
          </span>
        ))}
      </div>
      <div className="film__strip" ref={strip} onPointerDown={look}>
        <Tiles shown={shown} board={board} {...grabbing} />
        <div className="film__shade" style={{ width: percent(partOf(start, shown)) }} />
        <div className="film__shade film__shade--end" style={{ width: percent(1 - partOf(end, shown)) }} />
        <div
          className="film__range"
          style={{ left: percent(partOf(start, shown)), right: percent(1 - partOf(end, shown)) }}
        >
          <Handle store={store} side="start" under={under} />
          <Handle store={store} side="end" under={under} />
        </div>
        <Playhead store={store} />
      </div>
      <Whole store={store} />
    </div>
  )
})

/** What stands at an edge must not leave the strip. */
const edgeOf = (part: number) => (part < 0.04 ? 'start' : part > 0.96 ? 'end' : undefined)

const shifted = (span: { start: number; end: number }, by: number) => ({
  start: span.start + by,
  end: span.end + by,
})

/** Where the picture is: it alone moves many times a second. */
const Playhead = observer(function Playhead({ store: { range } }: { store: ClipEditorStore }) {
  const part = partOf(range.head, range.shown)
  if (part < 0 || part > 1) return null
  return (
    <div className="film__head" style={{ left: percent(part) }} aria-hidden="true">
      <span className="film__tip" data-edge={edgeOf(part)}>
        {timeLabel(range.head + range.origin)}
      </span>
    </div>
  )
})

/** The whole game, and which part of it was chosen; a press goes there. The player's own bar does so by keyboard. */
const Whole = observer(function Whole({ store }: { store: ClipEditorStore }) {
  const { t } = useLingui()
  const { range, isLive } = store
  const { whole, start, end, origin } = range
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    store.goTo(
      whole.start + ((event.clientX - box.left) / Math.max(1, box.width)) * (whole.end - whole.start),
    )
  }
  const last = wholeLabel(whole.end + origin)
  return (
    <>
      <div className="film__whole" aria-hidden="true" onPointerDown={goTo}>
        <i
          style={{
            left: percent(partOf(start, whole)),
            width: percent(partOf(end, whole) - partOf(start, whole)),
          }}
        />
        <b style={{ left: percent(partOf(range.head, whole)) }} />
      </div>
      <p className="hint film__ends">
        <span>{wholeLabel(whole.start + origin)}</span>
        <span>{isLive ? t`Live ${last}` : last}</span>
      </p>
    </>
  )
})
