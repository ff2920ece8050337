import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Legend } from '@/shared/charts/ChartPanel'
import { useFormatters } from '@/shared/charts/useFormatters'
import type { Funnel, StepName } from '../../reportModel'
import { Change } from './Change'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { usePreviousPeriodLabel } from './reportLabels'
import { SkeletonReport } from './SkeletonReport'
import { useReportQuery } from './useReportQuery'

const STEP_LABELS: Record<StepName, MessageDescriptor> = {
  visit: msg`Visited the site`,
  offer: msg`Viewed an offer`,
  checkout: msg`Started checkout`,
  purchase: msg`Made a purchase`,
}

/** The section with the conversion funnel: how many visits reach each step towards a purchase. */
export const FunnelSection = observer(function FunnelSection() {
  const { t } = useMacro()
  const { store } = useReportsPage()
  const query = useReportQuery()
  useEffect(() => void store.funnel.load(query), [store, query])
  return (
    <ReportSection
      title={t`Conversion`}
      report={store.funnel}
      file={{ path: 'funnel' }}
      empty={({ steps }) => ((steps[0]?.sessions ?? 0) === 0 ? t`No visits in this period.` : null)}
      excluded={({ left_out }) => left_out}
      skeleton={<SkeletonReport cards={0} />}
    >
      {funnel => <FunnelSteps {...funnel} />}
    </ReportSection>
  )
})

function FunnelSteps({ steps, before }: Funnel) {
  const { _ } = useLingui()
  const format = useFormatters()
  const previousLabel = usePreviousPeriodLabel()
  return (
    <div className="panel stack stack--6">
      <ol className="funnel">
        {steps.map((step, index) => {
          const previousStep = steps[index - 1]
          const share =
            previousStep && previousStep.sessions > 0
              ? format.share(step.sessions / previousStep.sessions)
              : null
          const previous = before?.find(stepBefore => stepBefore.step === step.step)
          return (
            <li key={step.step} className="funnel__step">
              <span className="funnel__name">
                <strong>{_(STEP_LABELS[step.step])}</strong>
                {share ? (
                  <span className="muted">
                    <Trans>{share} of the previous step</Trans>
                  </span>
                ) : null}
              </span>
              <span className="funnel__bar" aria-hidden="true">
                <span style={{ width: `${step.share * 100}%` }} />
                {previous ? <i style={{ left: `${previous.share * 100}%` }} /> : null}
              </span>
              <span className="funnel__count">
                <strong className="display tabular-nums">{format.count(step.sessions)}</strong>
                <Change value={step.sessions} previous={previous?.sessions ?? null} />
              </span>
            </li>
          )
        })}
      </ol>
      {before ? <Legend entries={[{ look: 'dotted', name: previousLabel }]} /> : null}
    </div>
  )
}
