// What tests of a payment begin with; whoever imports it has a new server, tab and page before each test.

import { configure } from 'mobx'
import { beforeEach, vi } from 'vitest'
import { BrowserStorage } from '@/shared/storage/storage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { BillingApi } from '../api'
import { aBilling, anOrder } from '../fakes'
import type { Order } from '../model'
import { Attempts, type Press } from '../stores/Attempt'
import { PaymentStore } from '../stores/PaymentStore'
import { Clock } from './time'

configure({ enforceActions: 'always' })

export const BUY = '/api/stripe/buy'
export const ORDER = '/api/orders/9'
export const PAY = `${ORDER}/pay`
/** Where Pay is pressed. */
export const PAGE = '?event_id=12'

export const created = anOrder(9, { status: 'created', activity_status: 'inactive' })
export const asking = { ...created, payment: { requires_action: true, client_secret: 'pi_1_secret_2' } }
export const paid = anOrder(9)
export const told = (order: Order) => ({ json: { data: order } })
export const refused = (status: number, message: string) => ({ status, json: { message } })

/** Of the present test: what answers, what the tab keeps, and what the page asks and hears. */
export let server: FakeServer
export let tab: BrowserStorage
export let clock: Clock
export const time = { now: 0 }
export let confirm: ReturnType<typeof vi.fn<(secret: string) => Promise<void>>>
export let bought: number[]
export let reprice: ReturnType<typeof vi.fn<() => Promise<void>>>

/** The page as it comes, with what the tab has kept. */
export function aPage(): PaymentStore {
  return new PaymentStore({
    api: new BillingApi(aBilling(server).shell.api),
    attempts: new Attempts(tab, () => time.now),
    confirm,
    paid: ({ id }) => bought.push(id),
    reprice,
    sleep: clock.sleep,
  })
}

export const wanted = async (changes: Partial<Press> = {}): Promise<Press> => ({
  viewer: 5,
  page: PAGE,
  purchase: { type: 'event', id: 12, single_event_package_id: 70 },
  payment_method: 'pm_1',
  trial: false,
  total: '10.74',
  currency: 'USD',
  ...changes,
})

/** What is kept of a payment that is not over. */
export const kept = () => new Attempts(tab).of(5)
export const asked = (path: string) => server.asked.filter(one => one.path === path)
export const keys = () => asked(BUY).map(({ headers }) => headers['Idempotency-Key'])

beforeEach(() => {
  server = new FakeServer().on(BUY, told(paid)).on(ORDER, told(created))
  tab = new BrowserStorage('tab.', new MemoryStorage())
  clock = new Clock()
  time.now = 0
  confirm = vi.fn(async () => undefined)
  bought = []
  reprice = vi.fn(async () => undefined)
})
