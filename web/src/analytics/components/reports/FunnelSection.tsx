import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { Funnel, StepName } from '../../reports'
import { Change } from './Change'
import { Legend } from './Plot'
import { Section } from './Section'
import { SkeletonReport } from './SkeletonReport'
import { useStudio } from './studio'
import { useQuestion } from './useQuestion'
import { useBeforeName } from './useWords'
import { useWrite } from './useWrite'

const STEPS: Record<StepName, MessageDescriptor> = {
  visit: msg`Came to the site`,
  offer: msg`Saw an offer`,
  checkout: msg`Began to pay`,
  purchase: msg`Bought`,
}

/** How many visits go on from the first page to a purchase, and where they end. */
export const FunnelSection = observer(function FunnelSection() {
  const { t } = useMacro()
  const { store } = useStudio()
  const question = useQuestion()
  useEffect(() => void store.funnel.show(question), [store, question])
  return (
    <Section
      title={t`From a visit to a purchase`}
      report={store.funnel}
      file={{ path: 'funnel' }}
      nothing={({ steps }) => ((steps[0]?.sessions ?? 0) === 0 ? t`Nobody came in these days.` : null)}
      leftOut={({ left_out }) => left_out}
      skeleton={<SkeletonReport figures={0} />}
    >
      {funnel => <Steps {...funnel} />}
    </Section>
  )
})

function Steps({ steps, before }: Funnel) {
  const { _ } = useLingui()
  const write = useWrite()
  const beforeName = useBeforeName()
  return (
    <div className="panel stack stack--6">
      <ol className="funnel">
        {steps.map((step, index) => {
          const last = steps[index - 1]
          const went = last && last.sessions > 0 ? write.share(step.sessions / last.sessions) : null
          const was = before?.find(each => each.step === step.step)
          return (
            <li key={step.step} className="funnel__step">
              <span className="funnel__name">
                <strong>{_(STEPS[step.step])}</strong>
                {went ? (
                  <span className="muted">
                    <Trans>{went} of the step before</Trans>
                  </span>
                ) : null}
              </span>
              <span className="funnel__bar" aria-hidden="true">
                <span style={{ width: `${step.share * 100}%` }} />
                {was ? <i style={{ left: `${was.share * 100}%` }} /> : null}
              </span>
              <span className="funnel__count">
                <strong className="display tnum">{write.count(step.sessions)}</strong>
                <Change now={step.sessions} before={was?.sessions ?? null} />
              </span>
            </li>
          )
        })}
      </ol>
      {before ? <Legend lines={[{ look: 'dotted', name: beforeName }]} /> : null}
    </div>
  )
}
