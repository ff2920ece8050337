import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Field } from '@/shared/ui/Field'
import type { StreamHealth } from '../../../scheduleApi'
import type { StreamStore } from '../../../stores/studio/StreamStore'

const CHOICES = [0, 10, 20, 30, 60, 90, 120]

/** The choice of how long video is held back before viewers get it. */
export const SafetyDelay = observer(function SafetyDelay({
  health,
  store,
}: {
  health: StreamHealth
  store: StreamStore
}) {
  const { t } = useLingui()
  const current = health.safety_delay_seconds
  const choices = CHOICES.includes(current) ? CHOICES : [...CHOICES, current].sort((a, b) => a - b)
  const isFixed = health.state === 'live' || health.state === 'ending'
  return (
    <Field
      label={t`Safety delay`}
      hint={
        isFixed
          ? t`You can change the delay before the first video, or while no encoder sends.`
          : t`Viewers see everything this much later. A shorter drop of your connection is not seen.`
      }
    >
      {ids => (
        <select
          className="select"
          value={current}
          disabled={isFixed || store.isBusy}
          onChange={event => void store.setSafetyDelay(Number(event.target.value))}
          {...ids}
        >
          {choices.map(seconds => (
            <option key={seconds} value={seconds}>
              {seconds ? t`${seconds} seconds` : t`None`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
})
