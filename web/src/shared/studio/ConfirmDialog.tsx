import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type FormEvent, type ReactNode, useId } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'

interface Props {
  /** The form or the entry that the dialog changes. Its error appears above the buttons. */
  form: { readonly isBusy: boolean; readonly errorMessage: ErrorMessage | null }
  title: string
  /** What will happen. */
  description: ReactNode
  /** The label of the button that does it. */
  action: ReactNode
  /** The label of the button that closes the dialog, if it is not *Cancel*. */
  closeLabel?: ReactNode
  danger?: boolean
  disabled?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** A dialog that says what will happen, takes the values that the action needs, and shows its error. */
export const ConfirmDialog = observer(function ConfirmDialog({
  form,
  title,
  description,
  action,
  closeLabel,
  danger,
  disabled,
  onConfirm,
  onClose,
  children,
}: Props) {
  const id = useId()
  const formatError = useErrorMessage()
  const { errorMessage } = form
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!disabled && !form.isBusy) onConfirm()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel ?? <Trans>Cancel</Trans>}</Button>
          <Button
            submit
            form={id}
            kind={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={form.isBusy}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit}>
        {children}
        <FormError message={errorMessage ? formatError(errorMessage) : null} />
      </form>
    </Dialog>
  )
})
