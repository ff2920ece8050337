import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'

interface Props {
  url: string
  busy: boolean
  onDelete: () => void
  onClose: () => void
}

/** The dialog that confirms the deletion of a webhook endpoint. */
export default function DeleteEndpointDialog({ url, busy, onDelete, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete this endpoint?`}
      description={t`Nothing more is sent to ${url}, and its log is deleted.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={onDelete}>
            <Trans>Delete endpoint</Trans>
          </Button>
        </>
      }
    />
  )
}
