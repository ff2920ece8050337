import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { formatTenths } from '../../timeline'

interface Props {
  store: ClipEditorStore
  side: 'start' | 'end'
  /** Returns the time at a horizontal pointer position, in seconds. */
  under: (clientX: number) => number
}

/** A handle of the range. It is dragged, or moved by frames (arrows), seconds (Shift) and to its limits (Home, End). */
export const RangeHandle = observer(function RangeHandle({ store, side, under }: Props) {
  const { t } = useLingui()
  const { range } = store
  const time = range[side]
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
    store.moveEnd(side, target)
    range.fitVisible()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) store.moveEnd(side, under(event.clientX))
  }
  const startDrag = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    <button
      type="button"
      className={`timeline__handle timeline__handle--${side}`}
      role="slider"
      aria-label={side === 'start' ? t`Start` : t`End`}
      aria-valuemin={roundToMs(available.start + origin)}
      aria-valuemax={roundToMs(available.end + origin)}
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
