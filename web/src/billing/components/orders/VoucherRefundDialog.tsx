import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatMoney } from '@/shared/format/money'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import type { Order } from '../../model'
import { voucherShare } from '../../voucherShare'

interface Props {
  order: Pick<Order, 'total' | 'currency' | 'voucher_count'>
  /** The numbers of the codes that can be canceled. Of several codes, the last ones are canceled first. */
  numbers: readonly number[]
  busy: boolean
  errorMessage: ErrorMessage | null
  onRefund: (numbers: readonly number[]) => Promise<boolean>
  onClose: () => void
}

/** The confirmation that cancels one code, or as many codes as the buyer or the operator chooses. */
export const VoucherRefundDialog = observer(function VoucherRefundDialog(props: Props) {
  const { order, numbers, busy, errorMessage, onRefund, onClose } = props
  const { t, i18n } = useLingui()
  const getErrorMessage = useErrorMessage()
  const [typed, setTyped] = useState(String(numbers.length))
  const max = numbers.length
  const count = Number(typed)
  const isValid = Number.isInteger(count) && count >= 1 && count <= max
  const selected = isValid ? numbers.slice(max - count) : []
  const share = voucherShare(order, selected)
  const amount = formatMoney(share, order.currency, i18n.locale)
  const rangeError: ErrorMessage = { code: 'errors.out_of_range', params: { minimum: 1, maximum: max } }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Cancel and refund?`}
      description={plural(max, {
        one: 'The code stops working at once.',
        other: 'The codes stop working at once. Redeemed codes stay valid.',
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button
            kind="danger"
            busy={busy}
            onClick={() => {
              if (isValid) void onRefund(selected).then(isDone => isDone && onClose())
            }}
          >
            <Trans>Cancel and refund</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {max > 1 ? (
          <TextField
            label={t`Number of codes to cancel`}
            hint={t`The last codes of the list are canceled first.`}
            inputMode="numeric"
            maxLength={3}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            error={isValid ? undefined : getErrorMessage(rangeError)}
          />
        ) : null}
        {isValid && Number(share) > 0 ? (
          <p>
            <Trans>Refund to the card: {amount}</Trans>
          </p>
        ) : null}
        <FormError message={errorMessage ? getErrorMessage(errorMessage) : null} />
      </div>
    </Dialog>
  )
})
