import { useLingui } from '@lingui/react/macro'
import type { RehearsalState, RehearsalStep, StepName, StepState } from '../../../rehearsalApi'
import { STEP_MESSAGES } from './stepMessages'

/** The texts of rehearsals. A code that is not known here shows the server's English sentence. */
export function useRehearsalTexts() {
  const { t, i18n } = useLingui()
  const steps: Record<StepName, string> = {
    event: t`Create a private event`,
    stream: t`Open the stream`,
    encoder: t`Connect the encoder`,
    on_air: t`Go on air`,
    purchase: t`Buy with a test card`,
    playback: t`Play and rewind`,
    stop: t`End the stream`,
    recording: t`Play the recording`,
    removal: t`Remove everything`,
  }
  const stepStates: Record<StepState, string> = {
    waiting: t`Waiting`,
    running: t`Running`,
    passed: t`Passed`,
    failed: t`Failed`,
    skipped: t`Skipped`,
  }
  const states: Record<RehearsalState, string> = {
    queued: t`Starting`,
    running: t`Running`,
    passed: t`Passed`,
    failed: t`Failed`,
    stopped: t`Stopped`,
  }

  const formatDetails = ({ code, text, params }: RehearsalStep): string => {
    const message = STEP_MESSAGES[code]
    if (!message) return text
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'number' ? i18n.number(value) : value,
      ]),
    )
    return i18n._({ ...message, values })
  }
  return { steps, stepStates, states, formatDetails }
}
