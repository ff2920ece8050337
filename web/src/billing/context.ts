import { storeContext } from '@/shared/storeContext'
import type { BillingStore } from './BillingStore'

export const [BillingProvider, useBilling] = storeContext<BillingStore>('billing')
