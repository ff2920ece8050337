import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { late } from '@/shared/late'
import { Button } from '@/shared/ui/Button'
import type { Clip } from '../model'

const ReportDialog = late(() => import('./ReportDialog'))

/** Reports a clip to the channel; nobody reports their own. */
export function ReportButton({ clip }: { clip: Clip }) {
  const [open, setOpen] = useState(false)
  if (clip.is_own) return null
  return (
    <>
      <Button icon="alert" onPointerEnter={ReportDialog.ahead} onClick={() => setOpen(true)}>
        <Trans>Report</Trans>
      </Button>
      {open ? <ReportDialog clip={clip} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
