import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent, ReactNode } from 'react'
import { useCopy } from '@/shared/hooks/useCopy'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { formatDay } from '../../dates'
import type { Voucher } from '../../model'
import { giftCodesStore } from '../../stores/GiftCodesStore'
import { useDateOptions } from '../useDateOptions'

interface GiftCardProps {
  voucher: Voucher
  item: string
  /** More actions. */
  children?: ReactNode
}

/** One code of an order. The print shows it as a card with a QR code. */
export const GiftCard = observer(function GiftCard({ voucher, item, children }: GiftCardProps) {
  const { t } = useLingui()
  const billing = useBilling()
  const { editedNumber } = billing.resolve(giftCodesStore)
  const { name } = billing.shell.channel.settings
  const { code, link, qr, email, recipient, message, number } = voucher
  const page = link?.replace(/^https?:\/\//, '').replace(/#.*$/, '')
  return (
    <li className={cx('panel stack stack--2 gift-card', code === null && 'gift-card--closed')}>
      <p className="hint">
        <VoucherStateText voucher={voucher} />
      </p>
      {code ? (
        <>
          <h3 className="h4">
            {name}: {item}
          </h3>
          {recipient ? <p>{recipient}</p> : null}
          {message ? <blockquote>{message}</blockquote> : null}
          {qr ? (
            <img
              className="gift-card__qr"
              src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
              alt={t`QR code of the page that redeems the code`}
            />
          ) : null}
          <p className="gift-card__code">{code}</p>
          <p className="hint">
            <Trans>Redeem it at {page}</Trans>
          </p>
          <div className="gift-card__actions">
            {editedNumber === number ? <SendForm /> : <CardActions voucher={voucher}>{children}</CardActions>}
          </div>
        </>
      ) : email ? (
        <p>{email}</p>
      ) : null}
    </li>
  )
})

function CardActions({ voucher, children }: { voucher: Voucher; children: ReactNode }) {
  const { t } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(giftCodesStore)
  const copy = useCopy(billing.shell.toasts)
  return (
    <div className="actions">
      <Button size="s" onClick={() => void copy(voucher.code ?? '', t`Code copied`)}>
        <Trans>Copy</Trans>
      </Button>
      <Button size="s" onClick={() => store.edit(voucher)}>
        {voucher.email ? <Trans>Send again</Trans> : <Trans>Send by email</Trans>}
      </Button>
      {children}
    </div>
  )
}

function VoucherStateText({
  voucher: { state, email, send_at, sent_at, redeemed_at },
}: {
  voucher: Voucher
}) {
  const dateOptions = useDateOptions()
  const day = (instant: string | null) => (instant ? formatDay(instant, dateOptions) : '')
  switch (state) {
    case 'pending':
      return <Trans>Waiting for the payment</Trans>
    case 'scheduled':
      return (
        <Trans>
          Will be sent to {email} on {day(send_at)}
        </Trans>
      )
    case 'sent':
      return (
        <Trans>
          Sent to {email} on {day(sent_at)}
        </Trans>
      )
    case 'ready':
      return <Trans>Not redeemed yet</Trans>
    case 'redeemed':
      return <Trans>Redeemed on {day(redeemed_at)}</Trans>
    case 'canceled':
      return <Trans>Canceled</Trans>
  }
}

const SendForm = observer(function SendForm() {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const store = useBilling().resolve(giftCodesStore)
  const { form } = store
  const error = form.errorOf('email') ?? form.errorMessage

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void store.send()
  }

  return (
    <form className="stack stack--2" noValidate onSubmit={handleSubmit}>
      <TextField
        label={t`Recipient’s email`}
        hint={t`We send the code within a minute. A new address gets a new code, and the old code stops working.`}
        type="email"
        value={form.values.email}
        onChange={event => form.change('email', event.target.value)}
        error={error ? getErrorMessage(error) : undefined}
      />
      <div className="actions">
        <Button submit kind="primary" size="s" busy={form.isBusy}>
          <Trans>Send now</Trans>
        </Button>
        <Button size="s" onClick={() => store.edit(null)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
})
