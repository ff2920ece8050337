import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { FormError } from '@/shared/ui/FormError'
import { CouponEditor } from '../../components/studio/offers/CouponEditor'
import { useBilling } from '../../context'
import { studioOffersStore } from '../../stores/StudioOffersStore'

const LIST = '/studio/offers/codes'

/** `/studio/offers/codes/:code`: the form of a promo code. `_new` makes one. */
export const CouponPage = observer(function CouponPage({ isNew }: { isNew?: boolean }) {
  const { t } = useLingui()
  const { code = '' } = useParams()
  const billing = useBilling()
  const navigate = useNavigate()
  const store = billing.resolve(studioOffersStore)
  const [editor] = useState(() => new EntryEditor(store.entries, 'coupons', code))
  const [isStopping, setStopping] = useState(false)
  const load = useCallback(() => {
    void store.loadOffers()
    if (!isNew) void editor.load()
  }, [editor, store, isNew])
  useEffect(load, [load])

  function finish(text: string) {
    billing.shell.toasts.show(text, { type: 'success' })
    void navigate(LIST, { replace: true })
  }
  const onSaved = (saved: string) => finish(t`Promo code ${saved} saved`)

  return (
    <StudioPage
      title={isNew ? t`New promo code` : code}
      parent={{ to: LIST, label: t`Promo codes` }}
      actions={
        editor.entry.value ? (
          <Button kind="outline" aria-haspopup="dialog" onClick={() => setStopping(true)}>
            <Trans>Deactivate</Trans>
          </Button>
        ) : null
      }
    >
      {isNew ? (
        <CouponEditor entry={null} editor={editor} onSaved={onSaved} />
      ) : (
        <Loaded source={editor.entry} errorTitle={t`The promo code could not be loaded`} onRetry={load}>
          {entry => <CouponEditor key={entry.version} entry={entry} editor={editor} onSaved={onSaved} />}
        </Loaded>
      )}
      {isStopping ? (
        <StopDialog
          code={code}
          editor={editor}
          onDone={() => finish(t`Promo code ${code} is inactive`)}
          onClose={() => {
            editor.dismiss()
            setStopping(false)
          }}
        />
      ) : null}
    </StudioPage>
  )
})

interface StopProps {
  code: string
  editor: EntryEditor
  onDone: () => void
  onClose: () => void
}

/** The confirmation to deactivate a code of the document. */
const StopDialog = observer(function StopDialog({ code, editor, onDone, onClose }: StopProps) {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { errorMessage } = editor
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Deactivate ${code}?`}
      description={t`Nobody can use it anymore. Orders that used it keep their price.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="danger"
            busy={editor.isBusy}
            onClick={() => void editor.remove().then(isDone => isDone && onDone())}
          >
            <Trans>Deactivate</Trans>
          </Button>
        </>
      }
    >
      <FormError message={errorMessage ? formatError(errorMessage) : null} />
    </Dialog>
  )
})
