import { Plural, Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { OrderEffectList } from '@/shared/studio/OrderEffects'
import { OrderEffectsDialog } from '@/shared/studio/OrderEffectsDialog'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import type { ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'

/** The last step: says what happens to paid orders, and applies the import. If buyers lose something, it asks first. */
export const ImportApply = observer(function ImportApply({ store }: { store: ScheduleImportStore }) {
  const errorMessage = useErrorMessage()
  const { form, pendingEffects, preview, selectedCount } = store
  const error = form.errorMessage ?? Object.values(form.errors)[0]?.[0]
  const effects = preview.value?.effects ?? []
  return (
    <form
      className="import-apply stack"
      onSubmit={event => {
        event.preventDefault()
        void store.apply()
      }}
    >
      {effects.length ? (
        <section className="panel stack" aria-busy={preview.isBusy}>
          <h2 className="display h3">
            <Trans>This import affects buyers</Trans>
          </h2>
          <OrderEffectList effects={effects} />
        </section>
      ) : null}
      <FormError message={error ? errorMessage(error) : null} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy}>
          {selectedCount ? (
            <Plural value={selectedCount} one="Import # game" other="Import # games" />
          ) : (
            <Trans>Finish without changes</Trans>
          )}
        </Button>
      </div>
      {pendingEffects ? (
        <OrderEffectsDialog
          effects={pendingEffects}
          busy={form.isBusy}
          action={<Trans>Import anyway</Trans>}
          onConfirm={refund => void store.apply({ confirm: true, refund })}
          onClose={() => store.dismiss()}
        />
      ) : null}
    </form>
  )
})
