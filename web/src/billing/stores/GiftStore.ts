import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { zonedInstant } from '@/shared/format/zonedInstant'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Gift } from '../model'

/** The most codes that one order can buy. */
export const MAX_CODES = 200

/** Who gets what is bought: the buyer, one recipient, or a group. */
export type GiftKind = 'self' | 'gift' | 'group'

const NO_VALUES = { email: '', recipient: '', message: '', sendAt: '', quantity: '10' }
const EMAIL = /^\S+@\S+\.\S+$/
const EMAIL_REQUIRED: ErrorMessage = { code: 'errors.invalid_email' }
const QUANTITY_REQUIRED: ErrorMessage = {
  code: 'errors.out_of_range',
  params: { minimum: 1, maximum: MAX_CODES },
}

/** The recipients of a purchase, at the checkout. `timeZone` is the channel's. */
export class GiftStore {
  kind: GiftKind = 'self'
  values = NO_VALUES
  error: ErrorMessage | null = null

  constructor(private readonly timeZone: string) {
    makeObservable(this, {
      kind: observable,
      values: observableRef,
      error: observableRef,
      isOn: computed,
      quantity: computed,
      setKind: action,
      change: action,
      validate: action,
      reset: action,
    })
  }

  /** Whether the purchase is for others. */
  get isOn(): boolean {
    return this.kind !== 'self'
  }

  /** The number of codes to pay. */
  get quantity(): number {
    const count = this.kind === 'group' ? Number(this.values.quantity) : 1
    return Number.isInteger(count) && count >= 1 && count <= MAX_CODES ? count : 1
  }

  /** The fields of the request. */
  get fields(): Gift {
    const { email, recipient, message, sendAt } = this.values
    if (this.kind === 'group') {
      return { quantity: this.quantity, email: null, recipient: null, message: null, send_at: null }
    }
    return {
      quantity: 1,
      email: email.trim(),
      recipient: recipient.trim() || null,
      message: message.trim() || null,
      send_at: sendAt ? zonedInstant(sendAt, this.timeZone) : null,
    }
  }

  /** Start with the choice of the page's query: `gift`. */
  open(search: string): void {
    if (new URLSearchParams(search).has('gift')) this.setKind('gift')
  }

  setKind(kind: GiftKind): void {
    this.kind = kind
    this.error = null
  }

  change(name: keyof typeof NO_VALUES, value: string): void {
    this.values = { ...this.values, [name]: value }
    this.error = null
  }

  /** Set the error of a missing address or number. Return false if there is one. */
  validate(): boolean {
    const { email, quantity } = this.values
    this.error = null
    if (this.kind === 'gift' && !EMAIL.test(email.trim())) this.error = EMAIL_REQUIRED
    if (this.kind === 'group' && String(this.quantity) !== quantity.trim()) this.error = QUANTITY_REQUIRED
    return this.error === null
  }

  reset(): void {
    this.setKind('self')
    this.values = NO_VALUES
  }
}

/** Return a decimal amount times a quantity, with the same number of decimals. */
export function multiplyAmount(amount: string, quantity: number): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const minor = (BigInt(amount.replace('.', '')) * BigInt(quantity)).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? minor : `${minor.slice(0, -decimals)}.${minor.slice(-decimals)}`
}
