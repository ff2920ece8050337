import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { CouponEditor } from '../../components/studio/offers/CouponEditor'
import { DeactivateDialog } from '../../components/studio/offers/DeactivateDialog'
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
        <DeactivateDialog
          form={editor}
          code={code}
          onConfirm={() =>
            void editor.remove().then(isDone => isDone && finish(t`Promo code ${code} is inactive`))
          }
          onClose={() => {
            editor.dismiss()
            setStopping(false)
          }}
        />
      ) : null}
    </StudioPage>
  )
})
