import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { HttpError } from '@/shared/http/errors'
import { Loaded } from '@/shared/studio/Loaded'
import { EmptyState } from '@/shared/ui/states'
import { FileButtons } from '../components/sponsors/FileButtons'
import { PeriodChoice } from '../components/sponsors/PeriodChoice'
import { SponsorFigures } from '../components/sponsors/SponsorFigures'
import { usePeriod } from '../components/sponsors/usePeriod'
import { useAnalytics } from '../context'
import { linkedSponsorReportStore } from '../stores/LinkedSponsorReportStore'

/** `/sponsor-report#token`: the report that a sponsor opens with a link, without an account. */
export default observer(function LinkedSponsorReport() {
  const { t } = useLingui()
  const token = useLocation().hash.slice(1)
  const analytics = useAnalytics()
  const store = analytics.resolve(linkedSponsorReportStore)
  const choice = usePeriod()
  const { period } = choice
  const { report } = store
  const load = useCallback(() => void store.load(token, period), [store, token, period])
  useEffect(load, [load])
  useDocumentTitle(t`Sponsor report`)
  const { error } = report
  if (!token || (error instanceof HttpError && [400, 422].includes(error.status)))
    return (
      <div className="page page--narrow section">
        <h1 className="sr-only" tabIndex={-1}>
          <Trans>Sponsor report</Trans>
        </h1>
        <EmptyState icon="mail" title={t`This link no longer works`}>
          <Trans>It has expired or was revoked. Ask the channel for a new one.</Trans>
        </EmptyState>
      </div>
    )
  const sponsor = report.value?.sponsor
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {sponsor?.name ?? <Trans>Sponsor report</Trans>}
        </h1>
        <p className="lede">
          <Trans>Pre-rolls on {analytics.shell.channel.settings.name}</Trans>
        </p>
      </div>
      <div className="stack stack--8">
        <PeriodChoice {...choice} />
        <Loaded source={report} errorTitle={t`The report could not be loaded`} onRetry={load}>
          {loaded => (
            <div className="stack stack--8">
              <SponsorFigures report={loaded} />
              <div className="cluster">
                <FileButtons
                  name={`${loaded.sponsor.key}-${period.from}-${period.to}`}
                  load={format => store.file(token, period, format)}
                />
              </div>
            </div>
          )}
        </Loaded>
      </div>
    </div>
  )
})
