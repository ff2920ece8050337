import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveBlob } from '@/shared/saveBlob'
import { Button } from '@/shared/ui/Button'
import { useAnalytics } from '../../context'
import type { SponsorFile } from '../../sponsorsApi'

const FORMATS: readonly SponsorFile[] = ['pdf', 'csv']

interface Props {
  /** The name of the file, without its ending. */
  name: string
  load: (format: SponsorFile) => Promise<Blob>
}

/** The buttons that download a report as PDF and CSV. */
export function FileButtons({ name, load }: Props) {
  const { t } = useLingui()
  const { shell } = useAnalytics()
  const [busy, setBusy] = useState<SponsorFile | null>(null)

  async function save(format: SponsorFile) {
    setBusy(format)
    try {
      saveBlob(await load(format), `${name}.${format}`)
    } catch {
      shell.toasts.show(t`The file could not be exported. Please try again.`, { type: 'error' })
    } finally {
      setBusy(null)
    }
  }

  return FORMATS.map(format => (
    <Button key={format} icon="download" busy={busy === format} onClick={() => void save(format)}>
      {format === 'pdf' ? t`Download PDF` : t`Download CSV`}
    </Button>
  ))
}
