import { action, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import {
  collectErrors,
  confirmationError,
  emailError,
  nameError,
  passwordError,
  phoneError,
} from '@/shared/validators'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { ALREADY_LOGGED_IN } from './alreadyLoggedIn'

const EMPTY_FORM = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  password_confirmation: '',
  accept_terms: false,
  robot_token: '',
}

/** The registration form. The page validates it by the rules of §5, then the server validates it again (§8). */
export class RegistrationStore {
  readonly form = new Form(EMPTY_FORM)
  /** The number of failed requests. Each one needs a new robot check, because its token works once. */
  submitCount = 0

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'logIn' | 'identify'>,
  ) {
    makeObservable<RegistrationStore, 'handleSubmitted'>(this, {
      submitCount: observable,
      leave: action,
      reset: action,
      handleSubmitted: action,
    })
  }

  /** Create the account, log in, and open the notice about the verification email. */
  async submit(): Promise<void> {
    const { form } = this
    if (form.isBusy || form.setErrors(this.validate())) return
    const sent = await form.submit(({ phone, robot_token, ...values }) =>
      this.api.register({
        ...values,
        email: values.email.trim(),
        phone: phone.trim() || undefined,
        robot_token: robot_token || undefined,
      }),
    )
    if (sent) this.viewer.logIn(sent.result, '/verify-notice')
    else await this.handleSubmitted()
  }

  /**
   * Clear the passwords and the robot check when the viewer leaves the page.
   *
   * The other fields stay: the viewer may only be reading the terms.
   */
  leave(): void {
    this.form.change('password', '')
    this.form.change('password_confirmation', '')
    this.form.change('robot_token', '')
  }

  reset(): void {
    this.form.clear()
  }

  private async handleSubmitted(): Promise<void> {
    this.submitCount += 1
    this.form.change('robot_token', '')
    if (this.form.errorMessage?.code === ALREADY_LOGGED_IN) await this.viewer.identify()
  }

  private validate() {
    const { values } = this.form
    return collectErrors({
      first_name: nameError(values.first_name, 'errors.first_name_required'),
      last_name: nameError(values.last_name, 'errors.last_name_required'),
      email: emailError(values.email),
      phone: phoneError(values.phone),
      password: passwordError(values.password),
      password_confirmation: confirmationError(values.password, values.password_confirmation),
      accept_terms: values.accept_terms ? undefined : { code: 'errors.terms_required' },
    })
  }
}

export const registrationStore = (api: Api, { viewer }: ChannelStore) =>
  new RegistrationStore(new AccountApi(api), viewer)
