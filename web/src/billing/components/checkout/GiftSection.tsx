import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Field, TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import type { GiftKind, GiftStore } from '../../stores/GiftStore'
import { CheckoutSection } from './CheckoutSection'
import { OptionCard } from './OptionCard'

const MAX_MESSAGE = 500

/** The section to buy for others: who gets the codes, when, and with what message. */
export const GiftSection = observer(function GiftSection() {
  const { t } = useLingui()
  const { gift } = useBilling().resolve(checkoutStore)
  const { kind: selectedKind } = gift
  const options: [GiftKind, string, string][] = [
    ['self', t`For me`, t`You can watch right after you pay`],
    ['gift', t`Buy as a gift`, t`We email a code to the recipient`],
    ['group', t`Codes for a group`, t`You get codes to share, for example in a booster club`],
  ]
  return (
    <CheckoutSection title={<Trans>Who is it for?</Trans>}>
      {headingId => (
        <>
          <div className="stack stack--2" role="radiogroup" aria-labelledby={headingId}>
            {options.map(([kind, title, description]) => (
              <OptionCard
                key={kind}
                group="gift"
                checked={selectedKind === kind}
                onSelect={() => gift.setKind(kind)}
                title={title}
                description={description}
              />
            ))}
          </div>
          {selectedKind === 'gift' ? <GiftFields /> : null}
          {selectedKind === 'group' ? <GroupFields /> : null}
        </>
      )}
    </CheckoutSection>
  )
})

const fieldOf = (gift: GiftStore, name: keyof GiftStore['values']) => ({
  value: gift.values[name],
  onChange: ({ target }: { target: { value: string } }) => gift.change(name, target.value),
})

const GiftFields = observer(function GiftFields() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const { gift } = useBilling().resolve(checkoutStore)
  return (
    <div className="panel stack">
      <p className="muted">
        <Trans>
          We email a code to the recipient, who needs no account yet. It can be refunded until it is redeemed.
        </Trans>
      </p>
      <TextField
        label={t`Recipient’s email`}
        error={gift.error ? getErrorMessage(gift.error) : undefined}
        type="email"
        name="gift_email"
        autoComplete="off"
        maxLength={254}
        {...fieldOf(gift, 'email')}
      />
      <TextField
        label={t`Recipient’s name (optional)`}
        name="gift_recipient"
        autoComplete="off"
        maxLength={100}
        {...fieldOf(gift, 'recipient')}
      />
      <Field label={t`Message (optional)`}>
        {ids => (
          <textarea
            {...ids}
            className="input"
            name="gift_message"
            rows={3}
            maxLength={MAX_MESSAGE}
            {...fieldOf(gift, 'message')}
          />
        )}
      </Field>
      <TextField
        label={t`Send on (optional)`}
        hint={t`In the time zone of this site. If you leave it empty, we send it right after you pay.`}
        type="datetime-local"
        name="gift_send_at"
        {...fieldOf(gift, 'sendAt')}
      />
    </div>
  )
})

const GroupFields = observer(function GroupFields() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const { gift } = useBilling().resolve(checkoutStore)
  return (
    <div className="panel stack">
      <TextField
        label={t`Number of codes`}
        hint={t`Each code opens this for one person. The codes can be refunded until one is redeemed.`}
        error={gift.error ? getErrorMessage(gift.error) : undefined}
        inputMode="numeric"
        name="gift_quantity"
        maxLength={3}
        {...fieldOf(gift, 'quantity')}
      />
    </div>
  )
})
