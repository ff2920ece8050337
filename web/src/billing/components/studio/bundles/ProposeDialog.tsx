import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Field, TextField } from '@/shared/ui/Field'
import type { NewBundle, StudioBundles } from '../../../bundlesApi'
import { useBilling } from '../../../context'
import { studioBundlesStore } from '../../../stores/StudioBundlesStore'

interface Props {
  offers: StudioBundles['offers']
  onClose: () => void
}

/** The dialog that proposes a bundle to another channel. */
export const ProposeDialog = observer(function ProposeDialog({ offers, onClose }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioBundlesStore)
  const formatError = useErrorMessage()
  const { form } = store
  const errorOf = (name: keyof NewBundle) => {
    const error = form.errorOf(name)
    return error && formatError(error)
  }
  const { offer, channel, percent } = form.values
  return (
    <ConfirmDialog
      form={form}
      title={t`Propose a bundle`}
      description={
        <Trans>
          Buyers of the offer can also watch everything on the other channel that its subscription opens.
          Sales start when the other channel accepts.
        </Trans>
      }
      action={<Trans>Send proposal</Trans>}
      disabled={!offer || !channel.trim() || !percent.trim()}
      onConfirm={() => void store.propose().then(isSent => isSent && onClose())}
      onClose={onClose}
    >
      <Field label={t`Offer`}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={offer}
            onChange={event => form.change('offer', event.target.value)}
          >
            <option value="">{t`Choose an offer`}</option>
            {offers.map(({ kind, key, name }) => (
              <option key={`${kind}:${key}`} value={`${kind}:${key}`}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t`Address of the other channel`}
        hint={t`For example tigers.example.com`}
        value={channel}
        error={errorOf('channel')}
        onChange={event => form.change('channel', event.target.value)}
      />
      <TextField
        label={t`Share of the other channel in percent`}
        hint={t`Of the net revenue: the price less taxes, fees and refunds. It cannot be changed later.`}
        inputMode="decimal"
        value={percent}
        error={errorOf('percent')}
        onChange={event => form.change('percent', event.target.value)}
      />
    </ConfirmDialog>
  )
})
