import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveBlob } from '@/shared/saveBlob'
import { Button } from '@/shared/ui/Button'
import type { ActivityApi, ActivityFilter } from '../../activityApi'
import { useChannel } from '../../context'

/** The buttons that download the filtered activity. Each download becomes an entry. */
export function ActivityExports({ api, filter }: { api: ActivityApi; filter: ActivityFilter }) {
  const { t } = useLingui()
  const { settings, shell } = useChannel()
  const [busy, setBusy] = useState<'csv' | 'json' | null>(null)

  async function save(format: 'csv' | 'json') {
    setBusy(format)
    try {
      const file = await (format === 'csv' ? api.exportCsv(filter) : api.exportJson(filter))
      saveBlob(file, `${settings.slug}-activity.${format}`)
    } catch {
      shell.toasts.show(t`The file could not be exported. Please try again.`, { type: 'error' })
    } finally {
      setBusy(null)
    }
  }

  return (
    <div className="actions activity-page__exports">
      <Button size="s" icon="download" busy={busy === 'csv'} onClick={() => void save('csv')}>
        <Trans>Download CSV</Trans>
      </Button>
      <Button size="s" icon="download" busy={busy === 'json'} onClick={() => void save('json')}>
        <Trans>Download JSON</Trans>
      </Button>
    </div>
  )
}
