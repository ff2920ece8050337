import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { HOUR_MS } from '@/shared/constants'
import type { Api } from '@/shared/http/session'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { Form } from '@/shared/stores/Form'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import type { Order } from '../model'
import { createTabStorage } from './PaymentAttempts'

const STORAGE_KEY = 'code'

/** Redeeming the code of a gift or group purchase (`/redeem`). The tab keeps the code during login and registration. */
export class RedeemStore {
  readonly form = new Form({ code: '' })
  /** The order that the code opened, or null before that. */
  order: Order | null = null

  constructor(
    private readonly api: Pick<BillingApi, 'redeem'>,
    private readonly storage: Pick<BrowserStorage, 'get' | 'set' | 'remove'>,
    private readonly onRedeemed: (order: Order) => void,
  ) {
    makeObservable(this, { order: observableRef, open: action, change: action, reset: action })
  }

  /** Start with the code of a link, or with the one from before the login. Nothing is redeemed yet. */
  open(code: string): void {
    const next = code || this.storage.get<string>(STORAGE_KEY) || ''
    if (!next || next === this.form.values.code) return
    this.order = null
    this.change(next)
  }

  change(code: string): void {
    this.form.clear()
    this.form.change('code', code)
    if (code) this.storage.set(STORAGE_KEY, code, HOUR_MS)
    else this.storage.remove(STORAGE_KEY)
  }

  async redeem(): Promise<void> {
    const code = this.form.values.code.trim()
    if (!code) return
    const result = await this.form.submit(() => this.api.redeem(code))
    if (!result) return
    this.storage.remove(STORAGE_KEY)
    runInAction(() => {
      this.order = result.result
    })
    this.onRedeemed(result.result)
  }

  reset(): void {
    this.form.clear()
    this.order = null
  }
}

export const redeemStore = (api: Api, billing: BillingStore) =>
  new RedeemStore(
    new BillingApi(api),
    createTabStorage(billing.shell.channel.settings.storage_prefix),
    ({ id }) => billing.handlePaid(id),
  )
