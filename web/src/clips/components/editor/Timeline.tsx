import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type PointerEvent, useRef } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { formatSeconds, formatTenths, positionOn, rulerTicks } from '../../timeline'
import { RangeHandle } from './RangeHandle'
import { type Storyboard, ThumbnailStrip } from './ThumbnailStrip'
import type { FrameGrabbing } from './useGrabbedFrames'
import './Timeline.css'

interface Props {
  store: ClipEditorStore
  storyboard: Storyboard
  grabbedFrames: FrameGrabbing
}

const toPercent = (part: number) => `${100 * Math.max(0, Math.min(1, part))}%`

/** The strip of the game around what is chosen, with its two handles; below it the whole game. */
export const Timeline = observer(function Timeline({
  store,
  storyboard: board,
  grabbedFrames: grabbing,
}: Props) {
  const { t } = useLingui()
  const { range } = store
  const { visible: shown, start, end, origin } = range
  const strip = useRef<HTMLDivElement>(null)
  /** The instant under a pointer. */
  const under = (clientX: number): number => {
    const box = strip.current?.getBoundingClientRect()
    const part = box ? (clientX - box.left) / Math.max(1, box.width) : 0
    return shown.start + part * (shown.end - shown.start)
  }
  const look = (event: PointerEvent) => {
    if (event.target === event.currentTarget || !(event.target as Element).closest('button'))
      store.seekTo(under(event.clientX))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, whose frame cannot be a strip
    <div className="timeline" role="group" aria-label={t`Clip range`}>
      <div className="timeline__ruler" aria-hidden="true">
        {rulerTicks(shiftSpan(shown, origin)).map(tick => (
          <span
            key={tick}
            data-edge={edgeAt(positionOn(tick - origin, shown))}
            style={{ left: toPercent(positionOn(tick - origin, shown)) }}
          >
            {formatSeconds(tick)}
          </span>
        ))}
      </div>
      <div className="timeline__strip" ref={strip} onPointerDown={look}>
        <ThumbnailStrip
          visible={shown}
          storyboard={board}
          grabbed={grabbing.frames}
          requestFrames={grabbing.requestFrames}
        />
        <div className="timeline__mask" style={{ width: toPercent(positionOn(start, shown)) }} />
        <div
          className="timeline__mask timeline__mask--end"
          style={{ width: toPercent(1 - positionOn(end, shown)) }}
        />
        <div
          className="timeline__range"
          style={{ left: toPercent(positionOn(start, shown)), right: toPercent(1 - positionOn(end, shown)) }}
        >
          <RangeHandle store={store} side="start" under={under} />
          <RangeHandle store={store} side="end" under={under} />
        </div>
        <Playhead store={store} />
      </div>
      <OverviewBar store={store} />
    </div>
  )
})

/** What stands at an edge must not leave the strip. */
const edgeAt = (part: number) => (part < 0.04 ? 'start' : part > 0.96 ? 'end' : undefined)

const shiftSpan = (span: { start: number; end: number }, by: number) => ({
  start: span.start + by,
  end: span.end + by,
})

/** Where the picture is: it alone moves many times a second. */
const Playhead = observer(function Playhead({ store: { range } }: { store: ClipEditorStore }) {
  const part = positionOn(range.playhead, range.visible)
  if (part < 0 || part > 1) return null
  return (
    <div className="timeline__head" style={{ left: toPercent(part) }} aria-hidden="true">
      <span className="timeline__tooltip" data-edge={edgeAt(part)}>
        {formatTenths(range.playhead + range.origin)}
      </span>
    </div>
  )
})

/** The whole game, and which part of it was chosen; a press goes there. The player's own bar does so by keyboard. */
const OverviewBar = observer(function OverviewBar({ store }: { store: ClipEditorStore }) {
  const { t } = useLingui()
  const { range, isLive } = store
  const { available: whole, start, end, origin } = range
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    store.seekTo(
      whole.start + ((event.clientX - box.left) / Math.max(1, box.width)) * (whole.end - whole.start),
    )
  }
  const last = formatSeconds(whole.end + origin)
  return (
    <>
      <div className="timeline__overview" aria-hidden="true" onPointerDown={goTo}>
        <i
          style={{
            left: toPercent(positionOn(start, whole)),
            width: toPercent(positionOn(end, whole) - positionOn(start, whole)),
          }}
        />
        <b style={{ left: toPercent(positionOn(range.playhead, whole)) }} />
      </div>
      <p className="hint timeline__ends">
        <span>{formatSeconds(whole.start + origin)}</span>
        <span>{isLive ? t`Live ${last}` : last}</span>
      </p>
    </>
  )
})
