import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { Order } from '../../model'
import { checkoutStore } from '../../stores/CheckoutStore'
import { ResultPanel } from './ResultPanel'
import { ContactLink } from './resultActions'

const Dialog = lazyComponent(() => import('@/shared/ui/Dialog').then(({ Dialog }) => ({ default: Dialog })))

/** The outcome of a failed payment (§4). A dialog and the page behind it show the reason. */
export const PaymentFailed = observer(function PaymentFailed({ order }: { order: Order }) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const { payment } = useBilling().resolve(checkoutStore)
  const [open, setOpen] = useState(true)
  const reason = order.failure_message
    ? getErrorMessage({ code: order.failure_code ?? '', text: order.failure_message })
    : t`The payment did not go through.`
  const retryButton = (
    <Button kind="primary" onClick={() => payment.dismiss()}>
      <Trans>Try another card</Trans>
    </Button>
  )
  const advice = t`Your card was not charged. Try another card, or contact your bank.`
  return (
    <>
      <ResultPanel
        kind="error"
        title={reason}
        actions={
          <>
            {retryButton}
            <ContactLink />
          </>
        }
      >
        <p className="muted">{advice}</p>
      </ResultPanel>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Payment failed`}
        description={reason}
        actions={retryButton}
      >
        <p>{advice}</p>
      </Dialog>
    </>
  )
})
