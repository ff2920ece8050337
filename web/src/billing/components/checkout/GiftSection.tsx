import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { CheckField } from '@/shared/ui/CheckField'
import { Field } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'

const MAX_MESSAGE = 500

/** The section to buy as a gift: who gets the code, when, and with what message. */
export const GiftSection = observer(function GiftSection() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const { gift } = useBilling().resolve(checkoutStore)
  const { values, emailError } = gift
  return (
    <section className="stack">
      <CheckField
        name="is_gift"
        checked={gift.isOn}
        onChange={event => gift.setOn(event.target.checked)}
      >
        <Trans>Buy as a gift</Trans>
      </CheckField>
      {gift.isOn ? (
        <div className="panel stack">
          <p className="muted">
            <Trans>We email a code to the recipient, who needs no account yet. It can be refunded until it is redeemed.</Trans>
          </p>
          <Field label={t`Recipient’s email`} error={emailError ? getErrorMessage(emailError) : undefined}>
            {ids => (
              <input
                {...ids}
                className="input"
                type="email"
                name="gift_email"
                autoComplete="off"
                value={values.email}
                onChange={event => gift.change('email', event.target.value)}
              />
            )}
          </Field>
          <Field label={t`Recipient’s name (optional)`}>
            {ids => (
              <input
                {...ids}
                className="input"
                name="gift_recipient"
                autoComplete="off"
                maxLength={100}
                value={values.recipient}
                onChange={event => gift.change('recipient', event.target.value)}
              />
            )}
          </Field>
          <Field label={t`Message (optional)`}>
            {ids => (
              <textarea
                {...ids}
                className="input"
                name="gift_message"
                rows={3}
                maxLength={MAX_MESSAGE}
                value={values.message}
                onChange={event => gift.change('message', event.target.value)}
              />
            )}
          </Field>
          <Field label={t`Send on (empty: now)`}>
            {ids => (
              <input
                {...ids}
                className="input"
                type="datetime-local"
                name="gift_send_at"
                value={values.sendAt}
                onChange={event => gift.change('sendAt', event.target.value)}
              />
            )}
          </Field>
        </div>
      ) : null}
    </section>
  )
})
