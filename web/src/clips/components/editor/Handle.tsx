import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { timeLabel } from '../../timeline'

interface Props {
  store: ClipEditorStore
  side: 'start' | 'end'
  /** The instant under a pointer. */
  under: (clientX: number) => number
}

/** One end of what is chosen: dragged, or moved by frames (arrows), by seconds (Shift) and to its limits (Home, End). */
export const Handle = observer(function Handle({ store, side, under }: Props) {
  const { t } = useLingui()
  const { range } = store
  const at = range[side]
  const { origin, whole } = range

  const press = (event: KeyboardEvent) => {
    const to = { Home: whole.start, End: whole.end, ...stepsFrom(at, event.shiftKey ? 1 : 1 / range.rate) }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    store.move(side, to)
    range.frame()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) store.move(side, under(event.clientX))
  }
  const hold = (event: PointerEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  return (
    <button
      type="button"
      className={`film__handle film__handle--${side}`}
      role="slider"
      aria-label={side === 'start' ? t`Start` : t`End`}
      aria-valuemin={rounded(whole.start + origin)}
      aria-valuemax={rounded(whole.end + origin)}
      aria-valuenow={rounded(at + origin)}
      aria-valuetext={timeLabel(at + origin)}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={() => range.frame()}
    />
  )
})

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

const stepsFrom = (at: number, step: number): Record<string, number> => ({
  ArrowLeft: at - step,
  ArrowDown: at - step,
  ArrowRight: at + step,
  ArrowUp: at + step,
})
