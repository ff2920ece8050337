import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useId } from 'react'
import { useOnline } from '@/shared/hooks/useOnline'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import type { ReportPath } from '../../reportModel'
import { ExcludedReports } from './ExcludedReports'
import { ExportButton } from './ExportButton'

/** A report as far as its section needs to know it. */
interface ReportState<Answer> {
  readonly value: Answer | null
  readonly busy: boolean
  readonly error: unknown
  reload(): Promise<void>
}

interface Props<Answer> {
  title: ReactNode
  /** One sentence about what stands here. */
  lede?: ReactNode
  /** Choices that concern this section alone. */
  tools?: ReactNode
  report: ReportState<Answer>
  /** What its file is; `event` where the report is of one game. */
  file?: { path: ReportPath; event?: number | null; always?: boolean } | null
  /** What is said where there is nothing to show; null where there is. */
  empty: (answer: Answer) => ReactNode | null
  /** How many reports of pages its figures leave out. */
  excluded?: (answer: Answer) => number
  /** About as tall as what comes. */
  skeleton: ReactNode
  /** Says what went wrong, where that is no matter of trying again. */
  failure?: (error: unknown) => ReactNode | null
  children: (answer: Answer) => ReactNode
}

/** A report on the page, in all its states: on its way, there, empty, failed, without a connection. */
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

/** An observer forgets what its answer is; these two give it on as they got it. */
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
  empty: nothing,
  excluded: leftOut,
  skeleton,
  failure: failureMessage,
  children,
}: Props<unknown>) {
  const { t } = useLingui()
  const { value, busy, error } = report
  if (error)
    return failureMessage?.(error) ?? <ReportFailed busy={busy} onRetry={() => void report.reload()} />
  if (value === null) {
    return (
      <div className="report__body" aria-busy="true">
        <span className="sr-only">{t`Loading report`}</span>
        <div aria-hidden="true">{skeleton}</div>
      </div>
    )
  }
  const said = nothing(value)
  return (
    <div className="report__body" aria-busy={busy}>
      {said === null ? children(value) : <EmptyReport>{said}</EmptyReport>}
      {leftOut ? <ExcludedReports count={leftOut(value)} /> : null}
    </div>
  )
}) as GenericComponent

/** In the place of figures: a sentence. */
export function EmptyReport({ children }: { children: ReactNode }) {
  return (
    <p className="report__empty" role="status">
      <Icon name="chart" />
      {children}
    </p>
  )
}

/** The figures did not come; tries again by itself once there is a connection. */
function ReportFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useLingui()
  const offline = !useOnline()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div className="report__empty" role="alert">
      <Icon name={offline ? 'offline' : 'alert'} />
      <p>
        {offline
          ? t`You’re offline. This report will load when you reconnect.`
          : t`This report could not be loaded.`}
      </p>
      <Button size="s" busy={busy} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
