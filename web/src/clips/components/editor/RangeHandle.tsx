import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { formatTenths } from '../../timeline'

interface Props {
  store: ClipEditorStore
  side: 'start' | 'end'
  /** The instant under a pointer. */
  under: (clientX: number) => number
}

/** One end of what is chosen: dragged, or moved by frames (arrows), by seconds (Shift) and to its limits (Home, End). */
export const RangeHandle = observer(function RangeHandle({ store, side, under }: Props) {
  const { t } = useLingui()
  const { range } = store
  const at = range[side]
  const { origin, available: whole } = range

  const press = (event: KeyboardEvent) => {
    const to = {
      Home: whole.start,
      End: whole.end,
      ...keySteps(at, event.shiftKey ? 1 : 1 / range.frameRate),
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    store.moveEnd(side, to)
    range.fitVisible()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) store.moveEnd(side, under(event.clientX))
  }
  const hold = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    <button
      type="button"
      className={`timeline__handle timeline__handle--${side}`}
      role="slider"
      aria-label={side === 'start' ? t`Start` : t`End`}
      aria-valuemin={roundToMs(whole.start + origin)}
      aria-valuemax={roundToMs(whole.end + origin)}
      aria-valuenow={roundToMs(at + origin)}
      aria-valuetext={formatTenths(at + origin)}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={() => range.fitVisible()}
    />
  )
})

const roundToMs = (seconds: number) => Math.round(seconds * 1000) / 1000

const keySteps = (at: number, step: number): Record<string, number> => ({
  ArrowLeft: at - step,
  ArrowDown: at - step,
  ArrowRight: at + step,
  ArrowUp: at + step,
})
