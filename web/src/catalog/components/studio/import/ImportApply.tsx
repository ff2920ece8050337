import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { FormError } from '@/shared/ui/FormError'
import type { ScheduleImportStore } from '../../../stores/studio/ScheduleImportStore'

/** The last step: applies the import. If buyers would lose something, it asks first. */
export const ImportApply = observer(function ImportApply({ store }: { store: ScheduleImportStore }) {
  const { t } = useLingui()
  const errorMessage = useErrorMessage()
  const { form, needsConfirmation, selectedCount } = store
  const error = form.errorMessage ?? Object.values(form.errors)[0]?.[0]
  const { confirm } = form.values
  return (
    <form
      className="import-apply stack"
      onSubmit={event => {
        event.preventDefault()
        void store.apply()
      }}
    >
      {needsConfirmation || confirm ? (
        <div className="stack stack--2">
          <CheckField
            checked={confirm}
            onChange={({ target }) => form.change('confirm', target.checked)}
          >{t`Apply it even though it affects paid orders. Their buyers get an email.`}</CheckField>
          <CheckField
            checked={form.values.refund}
            onChange={({ target }) => form.change('refund', target.checked)}
          >{t`Refund every affected order`}</CheckField>
        </div>
      ) : null}
      <FormError message={error ? errorMessage(error) : null} />
      <div className="actions">
        <Button kind="primary" submit busy={form.isBusy} disabled={needsConfirmation && !confirm}>
          {selectedCount ? (
            <Plural value={selectedCount} one="Import # game" other="Import # games" />
          ) : (
            <Trans>Finish without changes</Trans>
          )}
        </Button>
      </div>
    </form>
  )
})
