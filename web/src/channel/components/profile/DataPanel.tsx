import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { saveBlob } from '@/shared/saveBlob'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useChannel } from '../../context'
import { profileStore } from '../../stores/ProfileStore'
import { useFormFields } from '../auth/useFormFields'

const DeleteAccountDialog = lazyComponent(() => import('./DeleteAccountDialog'))

/** The panel to download the viewer's data or delete the account. */
export const DataPanel = observer(function DataPanel() {
  const { t } = useLingui()
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="panel stack" aria-label={t`Your data`}>
      <h2 className="display h3">
        <Trans>Your data</Trans>
      </h2>
      <DownloadData />
      <div className="data-action">
        <div>
          <h3 className="data-action__title">
            <Trans>Delete your account</Trans>
          </h3>
          <p className="hint">
            <Trans>
              Your access ends and your personal data is erased. We’ll email you a link to confirm.
            </Trans>
          </p>
        </div>
        <Button
          kind="outline"
          className="data-action__button data-action__button--danger"
          aria-haspopup="dialog"
          onPointerEnter={DeleteAccountDialog.preload}
          onClick={() => setDeleting(true)}
        >
          <Trans>Delete account</Trans>
        </Button>
      </div>
      {deleting ? <DeleteAccountDialog onClose={() => setDeleting(false)} /> : null}
    </section>
  )
})

const DownloadData = observer(function DownloadData() {
  const channel = useChannel()
  const store = channel.resolve(profileStore)
  const { refusal } = useFormFields(store.dataExport)
  async function save() {
    const file = await store.downloadData()
    if (file) saveBlob(file, `${channel.settings.slug}-account.zip`)
  }
  return (
    <div className="data-action">
      <div>
        <h3 className="data-action__title">
          <Trans>Download your data</Trans>
        </h3>
        <p className="hint">
          <Trans>Download a ZIP file of the data we hold about you.</Trans>
        </p>
        <FormError message={refusal} />
      </div>
      <Button
        className="data-action__button"
        icon="download"
        busy={store.dataExport.isBusy}
        onClick={() => void save()}
      >
        <Trans>Download my data</Trans>
      </Button>
    </div>
  )
})
