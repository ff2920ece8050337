import { action, makeObservable, observable, observableRef } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Gift } from '../model'

const NO_VALUES = { email: '', recipient: '', message: '', sendAt: '' }
const EMAIL = /^\S+@\S+\.\S+$/
const EMAIL_REQUIRED: ErrorMessage = { code: 'errors.gift_email' }

/** The recipient of a gift, at the checkout. */
export class GiftStore {
  isOn = false
  values = NO_VALUES
  emailError: ErrorMessage | null = null

  constructor() {
    makeObservable(this, {
      isOn: observable,
      values: observableRef,
      emailError: observableRef,
      setOn: action,
      change: action,
      validate: action,
      reset: action,
    })
  }

  /** The fields of the request. */
  get fields(): Gift {
    const { email, recipient, message, sendAt } = this.values
    return {
      quantity: 1,
      email: email.trim(),
      recipient: recipient.trim() || null,
      message: message.trim() || null,
      send_at: sendAt ? new Date(sendAt).toISOString() : null,
    }
  }

  setOn(isOn: boolean): void {
    this.isOn = isOn
    this.emailError = null
  }

  change(name: keyof typeof NO_VALUES, value: string): void {
    this.values = { ...this.values, [name]: value }
    this.emailError = null
  }

  /** Set the error of a missing address. Return false if there is one. */
  validate(): boolean {
    this.emailError = this.isOn && !EMAIL.test(this.values.email.trim()) ? EMAIL_REQUIRED : null
    return this.emailError === null
  }

  reset(): void {
    this.isOn = false
    this.values = NO_VALUES
    this.emailError = null
  }
}
