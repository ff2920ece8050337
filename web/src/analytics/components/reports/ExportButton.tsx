import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveBlob } from '@/shared/saveBlob'
import { Button } from '@/shared/ui/Button'
import { useAnalytics } from '../../context'
import type { ReportPath } from '../../reportModel'
import { useReportsPage } from './ReportsPageContext'

interface Props {
  path: ReportPath
  event?: number | null
  /** Whether the report covers all days, and not the selected period. */
  isAllTime?: boolean
  /** The ID of the heading of the report. */
  name: string
}

/** The button that downloads a report as a CSV file. */
export function ExportButton({ path, event, isAllTime, name }: Props) {
  const { t } = useLingui()
  const { shell } = useAnalytics()
  const { store, view } = useReportsPage()
  const [busy, setBusy] = useState(false)
  const id = `${name}-csv`

  async function save() {
    setBusy(true)
    try {
      const { from, to, compare } = view
      const table = await store.table(path, isAllTime ? null : { from, to, compare }, event)
      saveBlob(
        table,
        `${shell.channel.settings.slug}-${path.replace('/', '-')}${isAllTime ? '' : `-${from}-${to}`}.csv`,
      )
    } catch {
      shell.toasts.show(t`The file could not be exported. Please try again.`, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      id={id}
      kind="quiet"
      size="s"
      className="report__export"
      icon="download"
      busy={busy}
      title={t`Download CSV`}
      aria-labelledby={`${id} ${name}`}
      onClick={() => void save()}
    >
      CSV
    </Button>
  )
}
