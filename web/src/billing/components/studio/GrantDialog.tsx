import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ChangeEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Field, TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { isForTeam } from '../../offers'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { Grant } from '../../studioOrdersApi'

const EVENT = 'event:'

/** The dialog that gives a viewer access without payment, then opens the new order. */
export const GrantDialog = observer(function GrantDialog({
  email,
  onClose,
}: {
  /** The search, which is the viewer's address if it contains an @. */
  email: string | null
  onClose: () => void
}) {
  const { t } = useLingui()
  const billing = useBilling()
  const navigate = useNavigate()
  const formatError = useErrorMessage()
  const { packages, subscriptions, categories } = billing.shell.channel
  const store = billing.resolve(studioOrdersStore)
  const { grantForm: form } = store
  const [kind, setKind] = useState('')
  useEffect(() => {
    if (email?.includes('@')) form.change('email', email)
    return () => form.clear()
  }, [form, email])
  const { values } = form
  const passes = packages.filter(({ type }) => type !== 'event')
  const isTeamPass = passes.some(offer => `package:${offer.id}` === kind && isForTeam(offer))
  const needsEnd = kind.startsWith('subscription:')
  const isReady =
    values.email &&
    values.product.split(':')[1] &&
    (!isTeamPass || values.team) &&
    (!needsEnd || values.until)

  function selectKind(value: string) {
    setKind(value)
    form.change('product', value)
    form.change('team', '')
  }
  const bind = (name: keyof Grant) => {
    const error = form.errorOf(name)
    return {
      value: values[name],
      error: error && formatError(error),
      onChange: (event: ChangeEvent<HTMLInputElement>) => form.change(name, event.target.value),
    }
  }
  async function grant() {
    const order = await store.grant()
    if (!order) return
    onClose()
    billing.shell.toasts.show(t`Access given. The viewer gets an email.`, { type: 'success' })
    await navigate(`/studio/orders/${order.id}`)
  }

  return (
    <ConfirmDialog
      form={form}
      title={t`Give access`}
      description={<Trans>The viewer pays nothing, gets an email, and is never charged for this.</Trans>}
      action={<Trans>Give access</Trans>}
      disabled={!isReady}
      onConfirm={() => void grant()}
      onClose={onClose}
    >
      <TextField label={t`Email of the viewer`} type="email" autoComplete="off" {...bind('email')} />
      <Field label={t`Product`}>
        {ids => (
          <select {...ids} className="select" value={kind} onChange={event => selectKind(event.target.value)}>
            <option value="">{t`Choose a product`}</option>
            {passes.map(({ id, name }) => (
              <option key={`package-${id}`} value={`package:${id}`}>
                {name}
              </option>
            ))}
            {subscriptions.map(({ id, name }) => (
              <option key={`subscription-${id}`} value={`subscription:${id}`}>
                {name}
              </option>
            ))}
            {categories.length ? <option value={EVENT}>{t`Single event`}</option> : null}
          </select>
        )}
      </Field>
      {kind === EVENT ? (
        <TextField
          label={t`Event number`}
          hint={t`The number in the address of the event’s page`}
          inputMode="numeric"
          value={values.product.slice(EVENT.length)}
          onChange={event => form.change('product', EVENT + event.target.value.trim())}
        />
      ) : null}
      {isTeamPass ? (
        <TextField label={t`Team`} hint={t`Key or number of the team`} {...bind('team')} />
      ) : null}
      <TextField label={needsEnd ? t`Last day` : t`Last day (optional)`} type="date" {...bind('until')} />
    </ConfirmDialog>
  )
})
