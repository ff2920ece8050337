import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'form' | 'onConfirm' | 'onClose'> & { code: string }

/** The confirmation to deactivate a promo code. */
export function DeactivateDialog({ code, ...dialog }: Props) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t`Deactivate ${code}?`}
      description={<Trans>Nobody can use it anymore. Orders that used it keep their price.</Trans>}
      action={<Trans>Deactivate</Trans>}
    />
  )
}
