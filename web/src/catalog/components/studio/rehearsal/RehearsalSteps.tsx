import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'
import { Icon, type IconName } from '@/shared/ui/Icon'
import type { RehearsalStep, StepState } from '../../../rehearsalApi'
import { useRehearsalTexts } from './useRehearsalTexts'
import './Rehearsal.css'

const ICONS: Record<StepState, IconName> = {
  waiting: 'clock',
  running: 'play',
  passed: 'check',
  failed: 'alert',
  skipped: 'minus',
}

/** The steps of a rehearsal with their states, times and details. */
export function RehearsalSteps({ steps }: { steps: readonly RehearsalStep[] }) {
  const { i18n } = useLingui()
  const texts = useRehearsalTexts()
  const formatSeconds = new Intl.NumberFormat(localeOf(i18n.locale), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return (
    <ol className="rehearsal">
      {steps.map(step => (
        <li key={step.name} className={`rehearsal__step rehearsal__step--${step.state}`}>
          <Icon name={ICONS[step.state]} />
          <span className="rehearsal__name">{texts.steps[step.name]}</span>
          <span className="rehearsal__state">{texts.stepStates[step.state]}</span>
          <span className="rehearsal__time">
            {step.duration_ms === null ? '' : formatSeconds.format(step.duration_ms / 1000)}
          </span>
          {step.code ? <span className="rehearsal__details">{texts.formatDetails(step)}</span> : null}
        </li>
      ))}
    </ol>
  )
}
