import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useId } from 'react'
import { useOnline } from '@/shared/hooks/useOnline'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { ReportPath } from '../../reportModel'
import { ExcludedReports } from './ExcludedReports'
import { ExportButton } from './ExportButton'

/** The part of a `ReportLoader` that a section needs. */
interface ReportState<Answer> {
  readonly value: Answer | null
  readonly isBusy: boolean
  readonly error: unknown
  reload(): Promise<void>
}

interface Props<Answer> {
  title: ReactNode
  /** A one-sentence description of the section. */
  lede?: ReactNode
  /** Controls of this section. */
  tools?: ReactNode
  report: ReportState<Answer>
  /** The CSV file of the report. `event` is the game, for a report about one game. */
  file?: { path: ReportPath; event?: number | null; isAllTime?: boolean } | null
  /** Returns a message if the report is empty, otherwise null. */
  empty: (answer: Answer) => ReactNode | null
  /** Returns the number of reports that the figures exclude. */
  excluded?: (answer: Answer) => number
  /** A placeholder of about the same height as the report. */
  skeleton: ReactNode
  /** Returns a message for errors that a retry cannot fix, otherwise null. */
  failure?: (error: unknown) => ReactNode | null
  children: (answer: Answer) => ReactNode
}

/** A section of the page with one report. It shows every state: loading, loaded, empty, failed, offline. */
export function ReportSection<Answer>(props: Props<Answer>) {
  const { title, lede, tools } = props
  const id = useId()
  return (
    <section className="report" aria-labelledby={id}>
      <div className="report__head">
        <div className="stack stack--2">
          <h2 id={id} className="display h2">
            {title}
          </h2>
          {lede ? <p className="muted">{lede}</p> : null}
        </div>
        <SectionExport {...props} name={id} />
      </div>
      {tools}
      <SectionBody {...props} />
    </section>
  )
}

/** `observer` loses the type parameter of a component. This type restores it. */
type GenericComponent<More = object> = <Answer>(props: Props<Answer> & More) => ReactNode

const SectionExport = observer(function SectionExport({
  report,
  file,
  name,
}: Props<unknown> & { name: string }) {
  return report.value && file ? <ExportButton {...file} name={name} /> : null
}) as GenericComponent<{ name: string }>

const SectionBody = observer(function SectionBody({
  report,
  empty,
  excluded,
  skeleton,
  failure,
  children,
}: Props<unknown>) {
  const { t } = useLingui()
  const { value, isBusy, error } = report
  if (error) return failure?.(error) ?? <ReportFailed busy={isBusy} onRetry={() => void report.reload()} />
  if (value === null) {
    return (
      <div className="report__body" aria-busy="true">
        <span className="sr-only">{t`Loading report`}</span>
        <div aria-hidden="true">{skeleton}</div>
      </div>
    )
  }
  const emptyMessage = empty(value)
  return (
    <div className="report__body" aria-busy={isBusy}>
      {emptyMessage === null ? children(value) : <EmptyReport>{emptyMessage}</EmptyReport>}
      {excluded ? <ExcludedReports count={excluded(value)} /> : null}
    </div>
  )
}) as GenericComponent

/** A message in place of the figures. */
export function EmptyReport({ children }: { children: ReactNode }) {
  return (
    <p className="report__empty" role="status">
      <Icon name="chart" />
      {children}
    </p>
  )
}

/** The error message of a report that failed to load. It retries when the connection is back. */
function ReportFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useLingui()
  const isOffline = !useOnline()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className="report__empty" role="alert">
      <Icon name={isOffline ? 'offline' : 'alert'} />
      <p>
        {isOffline
          ? t`You’re offline. This report will load when you reconnect.`
          : t`This report could not be loaded.`}
      </p>
      <Button size="s" busy={busy} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
