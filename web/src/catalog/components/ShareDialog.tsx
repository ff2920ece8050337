import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'

interface Props {
  url: string
  onCopy: () => void
  onClose: () => void
}

/** The address to pass on, where the device has no sharing of its own. */
export default function ShareDialog({ url, onCopy, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={t`Share`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onCopy}>
          <Trans>Copy the link</Trans>
        </Button>
      }
    >
      <TextField label={t`Link`} value={url} readOnly onFocus={event => event.target.select()} />
    </Dialog>
  )
}
