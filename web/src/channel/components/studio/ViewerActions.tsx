import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { saveBlob } from '@/shared/saveBlob'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { useChannel } from '../../context'
import { viewersStore } from '../../stores/ViewersStore'
import type { ViewerAction, ViewerDetails } from '../../viewersApi'
import { useViewerActionTexts } from './useViewerActionTexts'

type DialogName = ViewerAction | 'erase'

/** What operators can do for a viewer. Each change asks first. Nobody changes the own account here. */
export const ViewerActions = observer(function ViewerActions({ viewer }: { viewer: ViewerDetails }) {
  const { t } = useLingui()
  const channel = useChannel()
  const navigate = useNavigate()
  const formatError = useErrorMessage()
  const store = channel.resolve(viewersStore)
  const { form } = store
  const texts = useViewerActionTexts(viewer)
  const [open, setOpen] = useState<DialogName | null>(null)
  const [isExporting, setExporting] = useState(false)
  const { id, email } = viewer
  const { toasts } = channel.shell
  const isProtected = viewer.role === 'owner' && channel.viewer.user?.studio?.role !== 'owner'
  const canChange = id !== channel.viewer.id && !isProtected

  function close() {
    setOpen(null)
    form.clear()
  }
  async function confirm(name: DialogName) {
    if (!(await (name === 'erase' ? store.erase(id) : store.run(id, name)))) return
    close()
    toasts.show(texts[name].done, { type: 'success' })
    if (name === 'erase') await navigate('/studio/viewers')
  }
  async function exportData() {
    setExporting(true)
    try {
      saveBlob(await store.api.export(id), `${channel.settings.slug}-viewer-${id}.zip`)
    } catch {
      toasts.show(t`The file could not be exported. Please try again.`, { type: 'error' })
    } finally {
      setExporting(false)
    }
  }
  const offered: readonly (DialogName | false)[] = [
    'send-reset-link',
    viewer.session_count > 0 && 'log-out',
    viewer.two_factor && 'remove-second-factor',
    viewer.suspended_at ? 'unsuspend' : 'suspend',
    'erase',
  ]
  const confirmationError = form.errorOf('confirmation')
  return (
    <>
      <Button icon="download" busy={isExporting} onClick={() => void exportData()}>
        <Trans>Export data</Trans>
      </Button>
      {canChange
        ? offered
            .filter(name => name !== false)
            .map(name => (
              <Button
                key={name}
                kind={name === 'erase' ? 'danger' : undefined}
                aria-haspopup="dialog"
                onClick={() => setOpen(name)}
              >
                {texts[name].action}
              </Button>
            ))
        : null}
      {open ? (
        <ConfirmDialog
          form={form}
          danger={open === 'erase' || open === 'suspend'}
          title={texts[open].title}
          description={texts[open].description}
          action={texts[open].action}
          disabled={open === 'erase' && form.values.confirmation.trim().toLowerCase() !== email.toLowerCase()}
          onClose={close}
          onConfirm={() => void confirm(open)}
        >
          {open === 'erase' ? (
            <TextField
              label={t`Type ${email} to confirm`}
              autoComplete="off"
              value={form.values.confirmation}
              error={confirmationError && formatError(confirmationError)}
              onChange={event => form.change('confirmation', event.target.value)}
            />
          ) : null}
          {open === 'erase' || open === 'suspend' || open === 'unsuspend' ? (
            <TextField
              label={t`Reason (optional)`}
              hint={t`For the activity. Write no names or addresses.`}
              maxLength={500}
              value={form.values.reason}
              onChange={event => form.change('reason', event.target.value)}
            />
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
})
