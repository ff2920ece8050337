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
  /** Whether the length of the recording is hidden, because it may reveal the result. */
  isLengthHidden: boolean
}

const toPercent = (part: number) => `${100 * Math.max(0, Math.min(1, part))}%`

/** The timeline around the selected range, with two handles. Below it is an overview of the complete event. */
export const Timeline = observer(function Timeline({
  store,
  storyboard,
  grabbedFrames,
  isLengthHidden,
}: Props) {
  const { t } = useLingui()
  const { range } = store
  const { visible, start, end, origin } = range
  const limits = isLengthHidden ? visible : range.available
  const strip = useRef<HTMLDivElement>(null)
  /** Return the time at a horizontal pointer position, in seconds. */
  const timeAt = (clientX: number): number => {
    const box = strip.current?.getBoundingClientRect()
    const part = box ? (clientX - box.left) / Math.max(1, box.width) : 0
    return visible.start + part * (visible.end - visible.start)
  }
  const seekToPointer = (event: PointerEvent) => {
    if (event.target === event.currentTarget || !(event.target as Element).closest('button'))
      store.seekTo(timeAt(event.clientX))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a strip
    <div className="timeline" role="group" aria-label={t`Clip range`}>
      <div className="timeline__ruler" aria-hidden="true">
        {rulerTicks(shiftSpan(visible, origin)).map(tick => (
          <span
            key={tick}
            data-edge={edgeAt(positionOn(tick - origin, visible))}
            style={{ left: toPercent(positionOn(tick - origin, visible)) }}
          >
            {formatSeconds(tick)}
          </span>
        ))}
      </div>
      <div className="timeline__strip" ref={strip} onPointerDown={seekToPointer}>
        <ThumbnailStrip
          visible={visible}
          storyboard={storyboard}
          grabbed={grabbedFrames.frames}
          requestFrames={grabbedFrames.requestFrames}
        />
        <div className="timeline__mask" style={{ width: toPercent(positionOn(start, visible)) }} />
        <div
          className="timeline__mask timeline__mask--end"
          style={{ width: toPercent(1 - positionOn(end, visible)) }}
        />
        <div
          className="timeline__range"
          style={{
            left: toPercent(positionOn(start, visible)),
            right: toPercent(1 - positionOn(end, visible)),
          }}
        >
          <RangeHandle store={store} edge="start" timeAt={timeAt} limits={limits} />
          <RangeHandle store={store} edge="end" timeAt={timeAt} limits={limits} />
        </div>
        <Playhead store={store} />
      </div>
      {isLengthHidden ? null : <OverviewBar store={store} />}
    </div>
  )
})

/** Return the edge near a position. Labels at an edge are aligned so that they stay on the strip. */
const edgeAt = (part: number) => (part < 0.04 ? 'start' : part > 0.96 ? 'end' : undefined)

const shiftSpan = (span: { start: number; end: number }, by: number) => ({
  start: span.start + by,
  end: span.end + by,
})

/** The playhead. It is a separate component, because it moves many times a second. */
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

/** An overview of the event with the selected range. A press seeks. For keyboards, the player has a seek bar. */
const OverviewBar = observer(function OverviewBar({ store }: { store: ClipEditorStore }) {
  const { t } = useLingui()
  const { range, isLive } = store
  const { available, start, end, origin } = range
  const seekToPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    store.seekTo(
      available.start +
        ((event.clientX - box.left) / Math.max(1, box.width)) * (available.end - available.start),
    )
  }
  const lastTime = formatSeconds(available.end + origin)
  return (
    <>
      <div className="timeline__overview" aria-hidden="true" onPointerDown={seekToPointer}>
        <i
          style={{
            left: toPercent(positionOn(start, available)),
            width: toPercent(positionOn(end, available) - positionOn(start, available)),
          }}
        />
        <b style={{ left: toPercent(positionOn(range.playhead, available)) }} />
      </div>
      <p className="hint timeline__ends">
        <span>{formatSeconds(available.start + origin)}</span>
        <span>{isLive ? t`Live ${lastTime}` : lastTime}</span>
      </p>
    </>
  )
})
