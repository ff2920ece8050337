import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { IconButton } from '@/shared/ui/IconButton'
import { type Clip, clipTitle } from '../model'

const ReportDialog = lazyComponent(() => import('./ReportDialog'))

interface Props {
  clip: Clip
  /** Whether the button is an icon at the top right of a card. Its accessible name contains the clip. */
  onCard?: boolean
  size?: 's'
  /** Whether the dialog is open at first. */
  isOpen?: boolean
  onClose?: () => void
}

/** A button that reports a clip to the channel. It is hidden on the viewer's own clips. */
export function ReportButton({ clip, onCard = false, size, isOpen = false, onClose }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(isOpen)
  if (clip.is_own) return null
  const buttonProps = {
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
        <IconButton {...buttonProps} className="card__favorite" label={t`Report: ${clipTitle(clip)}`} />
      ) : (
        <Button {...buttonProps} size={size}>
          <Trans>Report</Trans>
        </Button>
      )}
      {open ? <ReportDialog clip={clip} onClose={close} /> : null}
    </>
  )
}
