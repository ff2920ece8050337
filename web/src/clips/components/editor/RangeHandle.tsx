import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { formatTenths, type Span } from '../../timeline'

interface Props {
  store: ClipEditorStore
  edge: 'start' | 'end'
  /** Returns the time at a horizontal pointer position, in seconds. */
  timeAt: (clientX: number) => number
  /** The first and the last position that screen readers announce, in seconds. */
  limits: Span
}

/** A handle of the range. It is dragged, or moved by frames (arrows), seconds (Shift) and to its limits (Home, End). */
export const RangeHandle = observer(function RangeHandle({ store, edge, timeAt, limits }: Props) {
  const { t } = useLingui()
  const { range } = store
  const time = range[edge]
  const { origin, available } = range

  const handleKey = (event: KeyboardEvent) => {
    const target = {
      Home: available.start,
      End: available.end,
      ...keySteps(time, event.shiftKey ? 1 : 1 / range.frameRate),
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    store.moveEdge(edge, target)
    range.fitVisible()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) store.moveEdge(edge, timeAt(event.clientX))
  }
  const startDrag = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    <button
      type="button"
      className={`timeline__handle timeline__handle--${edge}`}
      role="slider"
      aria-label={edge === 'start' ? t`Start` : t`End`}
      aria-valuemin={roundToMs(limits.start + origin)}
      aria-valuemax={roundToMs(limits.end + origin)}
      aria-valuenow={roundToMs(time + origin)}
      aria-valuetext={formatTenths(time + origin)}
      onKeyDown={handleKey}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={() => range.fitVisible()}
    />
  )
})

const roundToMs = (seconds: number) => Math.round(seconds * 1000) / 1000

const keySteps = (time: number, step: number): Record<string, number> => ({
  ArrowLeft: time - step,
  ArrowDown: time - step,
  ArrowRight: time + step,
  ArrowUp: time + step,
})
