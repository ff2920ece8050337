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
  /** Of all days, whichever are chosen. */
  always?: boolean
  /** The id of the heading that says what is taken away. */
  name: string
}

/** Takes a report away as a file for spreadsheets. */
export function ExportButton({ path, event, always, name }: Props) {
  const { t } = useLingui()
  const { shell } = useAnalytics()
  const { store, view: shown } = useReportsPage()
  const [busy, setBusy] = useState(false)
  const id = `${name}-csv`

  async function save() {
    setBusy(true)
    try {
      const { from, to, compare } = shown
      const table = await store.table(path, always ? null : { from, to, compare }, event)
      saveBlob(
        table,
        `${shell.channel.settings.slug}-${path.replace('/', '-')}${always ? '' : `-${from}-${to}`}.csv`,
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
