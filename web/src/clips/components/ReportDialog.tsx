import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { Field } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { Icon } from '@/shared/ui/Icon'
import { useClips } from '../context'
import type { Clip, ReportReason } from '../model'
import { ClipReportStore, MAX_TEXT_LENGTH } from '../stores/ClipReportStore'
import './ReportDialog.css'

interface Props {
  clip: Clip
  onClose: () => void
}

/** The dialog that asks for a reason and sends the report to the channel's operators. */
export default observer(function ReportDialog({ clip, onClose }: Props) {
  const { t } = useLingui()
  const getMessage = useErrorMessage()
  const { shell } = useClips()
  const [store] = useState(() => new ClipReportStore(shell.api, clip.id))
  const { form } = store
  const reasons: readonly (readonly [ReportReason, string])[] = [
    ['person', t`It shows someone who shouldn’t be shown`],
    ['bullying', t`It bullies or insults someone`],
    ['wrong_game', t`It’s not from this event`],
    ['other', t`Something else`],
  ]
  const send = async () => {
    if (!(await store.send())) return
    shell.toasts.show(t`Thank you. Your report was sent to the channel.`, { type: 'success' })
    onClose()
  }
  const reasonError = form.errorOf('reason')
  const textError = form.errorOf('text')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Report this clip`}
      description={t`The channel’s operators will review your report. The person who created the clip won’t see it.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" busy={form.isBusy} onClick={() => void send()}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <fieldset className="report-reasons" aria-describedby={reasonError ? 'report-reason-error' : undefined}>
        <legend>
          <Trans>What’s wrong with this clip?</Trans>
        </legend>
        {reasons.map(([reason, label]) => (
          <label key={reason} className="check">
            <input
              type="radio"
              name="report-reason"
              checked={form.values.reason === reason}
              onChange={() => form.change('reason', reason)}
            />
            <span>{label}</span>
          </label>
        ))}
        {reasonError ? (
          <p className="error" id="report-reason-error">
            <Icon name="alert" />
            {getMessage(reasonError)}
          </p>
        ) : null}
      </fieldset>
      <Field label={t`Anything else? (optional)`} error={textError ? getMessage(textError) : undefined}>
        {ids => (
          <textarea
            {...ids}
            className="input"
            rows={3}
            maxLength={MAX_TEXT_LENGTH}
            value={form.values.text}
            onChange={event => form.change('text', event.target.value)}
          />
        )}
      </Field>
      <FormError message={form.errorMessage === null ? null : getMessage(form.errorMessage)} />
    </Dialog>
  )
})
