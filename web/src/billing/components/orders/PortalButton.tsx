import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { ordersStore } from '../../stores/OrdersStore'

interface Props {
  kind?: ComponentProps<typeof Button>['kind']
  children: ReactNode
}

/** The button that opens the payment provider's page for cards and invoices. Each press requests a new URL. */
export const PortalButton = observer(function PortalButton({ kind, children }: Props) {
  const { t } = useLingui()
  const getErrorMessage = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const [isLeaving, setIsLeaving] = useState(false)
  async function openPortal() {
    if (isLeaving) return
    setIsLeaving(true)
    const url = await store.portal()
    if (url) location.assign(url)
    else {
      setIsLeaving(false)
      const message = store.errorMessage
        ? getErrorMessage(store.errorMessage)
        : t`The payment page could not be opened. Please try again.`
      billing.shell.toasts.show(message, { type: 'error' })
    }
  }
  return (
    <Button kind={kind} busy={isLeaving} onClick={() => void openPortal()}>
      {children}
    </Button>
  )
})
