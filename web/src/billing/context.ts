import { storeContext } from '@/shared/storeContext'
import type { BillingStore } from './store'

export const [BillingProvider, useBilling] = storeContext<BillingStore>('billing')
