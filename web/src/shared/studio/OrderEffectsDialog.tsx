import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { OrderEffect } from './entries'
import { OrderEffects } from './OrderEffects'

interface Props {
  effects: readonly OrderEffect[]
  busy: boolean
  /** The label of the button that makes the change. */
  action: ReactNode
  onConfirm: (refund: boolean) => void
  onClose: () => void
}

/** The question before a change that takes something from buyers. */
export function OrderEffectsDialog({ effects, busy, action, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  const [refund, setRefund] = useState(true)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`This change affects buyers`}
      description={t`Nothing is saved yet. These paid orders lose something:`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={() => onConfirm(refund)}>
            {action}
          </Button>
        </>
      }
    >
      <OrderEffects effects={effects} refund={refund} onRefund={setRefund} />
    </Dialog>
  )
}
