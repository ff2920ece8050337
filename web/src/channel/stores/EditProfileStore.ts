import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import {
  collectErrors,
  confirmationError,
  nameError,
  passwordError,
  phoneError,
  requiredError,
} from '@/shared/validators'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import type { User } from '../model'
import { ProfileApi, type ProfileChanges } from '../profileApi'

const valuesOf = (user: User | null) => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  phone: user?.phone ?? '',
  language: user?.language ?? '',
  password: '',
  password_confirmation: '',
  current_password: '',
})

/** What a viewer changes about themselves; a new password only where they type one (§5). */
export class EditProfileStore {
  form = new Form(valuesOf(null))

  constructor(
    private readonly api: ProfileApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
  ) {
    makeObservable(this, {
      form: observableRef,
      wantsPassword: computed,
      requiresCurrentPassword: computed,
      open: action,
      reset: action,
    })
    this.open()
  }

  /** Starts with what is known of the viewer. */
  open(): void {
    this.form = new Form(valuesOf(this.viewer.user))
  }

  /** Somebody with a temporary password has to choose another one; everybody else may. */
  get wantsPassword(): boolean {
    const { password, password_confirmation } = this.form.values
    return this.isTemporary || password !== '' || password_confirmation !== ''
  }

  /** A new password needs the old one, except where that is temporary or there was none. */
  get requiresCurrentPassword(): boolean {
    return this.wantsPassword && !this.isTemporary && this.viewer.user?.has_password === true
  }

  /** Sends it; true where it was taken. */
  async submit(): Promise<boolean> {
    const { form } = this
    if (form.busy || form.setErrors(this.validate())) return false
    const sent = await form.submit(() => this.api.update(this.changes()))
    if (!sent) return false
    this.viewer.update(sent.answer)
    // Left meanwhile: whoever is back has begun anew.
    if (form !== this.form) return false
    this.open()
    return true
  }

  reset(): void {
    this.open()
  }

  private get isTemporary(): boolean {
    return this.viewer.user?.temporary_password === true
  }

  private changes(): ProfileChanges {
    const { password, password_confirmation, current_password, ...person } = this.form.values
    const pair = { password, password_confirmation }
    if (this.isTemporary) return pair
    if (!this.wantsPassword) return person
    return { ...person, ...pair, ...(this.requiresCurrentPassword ? { current_password } : {}) }
  }

  private validate() {
    return {
      ...(this.isTemporary ? {} : this.validateProfile()),
      ...(this.wantsPassword ? this.validatePassword() : {}),
    }
  }

  private validateProfile() {
    const { first_name, last_name, phone } = this.form.values
    return collectErrors({
      first_name: nameError(first_name, 'errors.first_name_required'),
      last_name: nameError(last_name, 'errors.last_name_required'),
      phone: phoneError(phone),
    })
  }

  private validatePassword() {
    const { password, password_confirmation, current_password } = this.form.values
    return collectErrors({
      password: passwordError(password),
      password_confirmation: confirmationError(password, password_confirmation),
      current_password: this.requiresCurrentPassword ? requiredError(current_password) : undefined,
    })
  }
}

export const editProfileStore = (api: Api, { viewer }: ChannelStore) =>
  new EditProfileStore(new ProfileApi(api), viewer)
