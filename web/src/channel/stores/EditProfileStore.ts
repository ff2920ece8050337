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

const toFormValues = (user: User | null) => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  phone: user?.phone ?? '',
  language: user?.language ?? '',
  password: '',
  password_confirmation: '',
  current_password: '',
})

/** The form to edit the profile. The password changes only if the viewer types a new one (§5). */
export class EditProfileStore {
  form = new Form(toFormValues(null))

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

  /** Fill the form with the viewer's current profile. */
  open(): void {
    this.form = new Form(toFormValues(this.viewer.user))
  }

  /** Whether the password changes. Required with a temporary password, otherwise optional. */
  get wantsPassword(): boolean {
    const { password, password_confirmation } = this.form.values
    return this.isTemporary || password !== '' || password_confirmation !== ''
  }

  /** Whether the current password is required: for a new one, unless the current one is temporary or missing. */
  get requiresCurrentPassword(): boolean {
    return this.wantsPassword && !this.isTemporary && this.viewer.user?.has_password === true
  }

  /** Save the profile. Return whether the form is saved and still open. */
  async submit(): Promise<boolean> {
    const { form } = this
    if (form.isBusy || form.setErrors(this.validate())) return false
    const sent = await form.submit(() => this.api.update(this.changes()))
    if (!sent) return false
    this.viewer.update(sent.result)
    // The viewer left during the request. If they opened the form again, keep what they typed.
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
    const { password, password_confirmation, current_password, ...profile } = this.form.values
    const passwords = { password, password_confirmation }
    if (this.isTemporary) return passwords
    if (!this.wantsPassword) return profile
    return { ...profile, ...passwords, ...(this.requiresCurrentPassword ? { current_password } : {}) }
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
