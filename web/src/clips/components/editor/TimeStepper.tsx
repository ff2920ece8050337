import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Field } from '@/shared/ui/Field'
import { Icon } from '@/shared/ui/Icon'
import type { ClipEditorStore } from '../../stores/ClipEditorStore'
import { formatTenths, parseTime } from '../../timeline'

interface Props {
  store: ClipEditorStore
  edge: 'start' | 'end'
  error?: string
}

/** A field for the start or end time. It moves by single frames or takes a typed time. */
export const TimeStepper = observer(function TimeStepper({ store, edge, error }: Props) {
  const { t } = useLingui()
  const { range } = store
  const formatted = formatTenths(range[edge] + range.origin)
  const [typed, setTyped] = useState<string | null>(null)
  const step = (frames: number) => {
    store.moveEdge(edge, range[edge] + frames / range.frameRate)
    range.fitVisible()
  }
  const applyTyped = () => {
    const seconds = typed === null || typed === formatted ? null : parseTime(typed)
    if (seconds !== null) store.setTypedEdge(edge, seconds - range.origin)
    setTyped(null)
  }
  const label = edge === 'start' ? t`Start` : t`End`
  return (
    <Field label={label} error={error}>
      {ids => (
        <div className="time-stepper">
          <button type="button" aria-label={t`${label}: one frame earlier`} onClick={() => step(-1)}>
            <Icon name="minus" size="s" />
          </button>
          <input
            {...ids}
            value={typed ?? formatted}
            inputMode="decimal"
            autoComplete="off"
            onChange={event => setTyped(event.target.value)}
            onBlur={applyTyped}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              applyTyped()
            }}
          />
          <button type="button" aria-label={t`${label}: one frame later`} onClick={() => step(1)}>
            <Icon name="plus" size="s" />
          </button>
        </div>
      )}
    </Field>
  )
})
