import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { EntryEditor } from '@/shared/studio/EntryEditor'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { countHolders } from '../../../offerChanges'
import type { StudioOffer } from '../../../studioOffersApi'
import { HoldersKeep } from './HoldersKeep'

interface Props {
  offer: StudioOffer
  editor: EntryEditor
  onDone: () => void
  onClose: () => void
}

/** The confirmation to end the sale of an offer. It says what holders keep. */
export default observer(function EndSaleDialog({ offer, editor, onDone, onClose }: Props) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { name } = offer
  const errors = [
    ...Object.values(editor.errors).flat(),
    ...(editor.errorMessage ? [editor.errorMessage] : []),
  ]
  async function end() {
    // The dialog has said what the server would ask about.
    if (await editor.remove({ confirm: true, refund: false })) onDone()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`End the sale of ${name}?`}
      description={t`It disappears from the site. Nobody can buy it anymore.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={editor.isBusy} onClick={() => void end()}>
            <Trans>End the sale</Trans>
          </Button>
        </>
      }
    >
      {countHolders(offer).holders ? (
        <HoldersKeep offer={offer} />
      ) : (
        <p>
          <Trans>Nobody holds it.</Trans>
        </p>
      )}
      <FormError message={errors.length ? errors.map(formatError).join(' ') : null} />
    </Dialog>
  )
})
