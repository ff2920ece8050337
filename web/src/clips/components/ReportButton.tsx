import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { IconButton } from '@/shared/ui/IconButton'
import { type Clip, clipTitle } from '../model'

const ReportDialog = lazyComponent(() => import('./ReportDialog'))

interface Props {
  clip: Clip
  /** On a card: an icon at the top right, whose name says which clip it reports. */
  onCard?: boolean
  size?: 's'
  /** The dialog is open from the beginning. */
  isOpen?: boolean
  onClose?: () => void
}

/** Reports a clip to the channel; nobody reports their own. */
export function ReportButton({ clip, onCard = false, size, isOpen = false, onClose }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(isOpen)
  if (clip.is_own) return null
  const opens = {
    icon: 'alert',
    'aria-haspopup': 'dialog',
    onPointerEnter: ReportDialog.preload,
    onClick: () => setOpen(true),
  } as const
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      {onCard ? (
        <IconButton {...opens} className="card__favorite" label={t`Report: ${clipTitle(clip)}`} />
      ) : (
        <Button {...opens} size={size}>
          <Trans>Report</Trans>
        </Button>
      )}
      {open ? <ReportDialog clip={clip} onClose={close} /> : null}
    </>
  )
}
