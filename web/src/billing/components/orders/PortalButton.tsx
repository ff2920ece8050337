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

/** Leads to the provider's own page about cards and invoices, which is made for this one visit. */
export const PortalButton = observer(function PortalButton({ kind, children }: Props) {
  const { t } = useLingui()
  const say = useErrorMessage()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    if (leaving) return
    setLeaving(true)
    const url = await store.portal()
    if (url) location.assign(url)
    else {
      setLeaving(false)
      const why = store.errorMessage
        ? say(store.errorMessage)
        : t`The payment page could not be opened. Please try again.`
      billing.shell.toasts.show(why, { type: 'error' })
    }
  }
  return (
    <Button kind={kind} busy={leaving} onClick={() => void leave()}>
      {children}
    </Button>
  )
})
