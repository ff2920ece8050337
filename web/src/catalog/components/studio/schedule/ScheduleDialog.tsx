import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { OrderEffects } from '@/shared/studio/OrderEffects'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useCatalog } from '../../../context'
import type { ScheduleAction } from '../../../scheduleApi'
import { ScheduleChange } from '../../../stores/studio/ScheduleChange'
import { scheduleStore } from '../../../stores/studio/ScheduleStore'

interface Props {
  eventKey: string
  name: string
  action: ScheduleAction
  onClose: () => void
  onDone: () => void
}

/** Cancels, postpones or reinstates an event. If buyers are affected, the dialog lists them and offers refunds. */
export const ScheduleDialog = observer(function ScheduleDialog({
  eventKey,
  name,
  action,
  onClose,
  onDone,
}: Props) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const formatError = useErrorMessage()
  const store = catalog.resolve(scheduleStore)
  const [change] = useState(() => new ScheduleChange(store.api, eventKey, action))
  const { form } = change
  const texts = {
    cancel: {
      title: t`Cancel ${name}?`,
      description: t`Sales and streaming stop, and its buyers get an email. You can reinstate it later.`,
      action: t`Cancel event`,
    },
    postpone: {
      title: t`Postpone ${name}`,
      description: t`Passes stay valid for the new time. Its buyers get an email.`,
      action: t`Postpone event`,
    },
    reinstate: {
      title: t`Reinstate ${name}?`,
      description: t`It takes place at the time that is shown now. Refunds are not reversed.`,
      action: t`Reinstate event`,
    },
  }[action]
  const lacksDate = action === 'postpone' && form.values.isDateKnown && !form.values.date

  async function submit() {
    const result = await change.submit()
    if (!result) return
    const { refunded, pending } = result
    const refunds = refunded + pending
    catalog.shell.toasts.show(refunds ? t`Saved. Refunds: ${refunds}, waiting: ${pending}` : t`Saved`, {
      type: 'success',
    })
    onDone()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button
            kind={action === 'cancel' ? 'danger' : 'primary'}
            busy={form.isBusy}
            disabled={lacksDate}
            onClick={() => void submit()}
          >
            {texts.action}
          </Button>
        </>
      }
    >
      {action === 'postpone' ? (
        <div className="stack">
          <div className="studio-schedule__times">
            <TextField
              label={t`New date`}
              type="date"
              value={form.values.date}
              disabled={!form.values.isDateKnown}
              onChange={event => form.change('date', event.target.value)}
            />
            <TextField
              label={t({ message: 'Time', context: 'time of day' })}
              hint={t`Empty: to be announced`}
              type="time"
              value={form.values.time}
              disabled={!form.values.isDateKnown}
              onChange={event => form.change('time', event.target.value)}
            />
          </div>
          <CheckField
            checked={!form.values.isDateKnown}
            onChange={event => form.change('isDateKnown', !event.target.checked)}
          >
            <Trans>The new date is to be announced</Trans>
          </CheckField>
        </div>
      ) : null}
      {change.effects ? (
        <OrderEffects
          effects={change.effects}
          refund={form.values.refund}
          onRefund={refund => form.change('refund', refund)}
        />
      ) : null}
      {form.errorMessage ? <FormError message={formatError(form.errorMessage)} /> : null}
    </Dialog>
  )
})
