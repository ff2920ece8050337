import { action, makeObservable, observable } from 'mobx'
import { confirmationFault, emailFault, faults, nameFault, passwordFault, phoneFault } from '@/shared/checks'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import type { ChannelShell } from '../store'
import { ALREADY_IN } from './alreadyIn'

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  password_confirmation: '',
  accept_terms: false,
  robot_token: '',
}

/** A new account: checked here by the rules of §5, then by the server, which has the last word (§8). */
export class RegistrationStore {
  readonly form = new Form(EMPTY)
  /** Counts what was sent: a robot check is good for one try. */
  tries = 0

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'enter' | 'recognise'>,
  ) {
    makeObservable<RegistrationStore, 'tried'>(this, {
      tries: observable,
      leave: action,
      reset: action,
      tried: action,
    })
  }

  /** Whoever registered is logged in, and is told next that a letter is on its way. */
  async submit(): Promise<void> {
    const { form } = this
    if (form.busy || form.refuse(this.faults())) return
    const sent = await form.submit(({ phone, robot_token, ...values }) =>
      this.api.register({
        ...values,
        email: values.email.trim(),
        phone: phone.trim() || undefined,
        robot_token: robot_token || undefined,
      }),
    )
    if (sent) this.viewer.enter(sent.answer, '/verify-notice')
    else await this.tried()
  }

  /** Leaves the page, perhaps to read the terms: what was typed waits, but for the passwords and the robot check. */
  leave(): void {
    this.form.change('password', '')
    this.form.change('password_confirmation', '')
    this.form.change('robot_token', '')
  }

  reset(): void {
    this.form.clear()
  }

  private async tried(): Promise<void> {
    this.tries += 1
    this.form.change('robot_token', '')
    if (this.form.refusal === ALREADY_IN) await this.viewer.recognise()
  }

  private faults() {
    const { values } = this.form
    return faults({
      first_name: nameFault(values.first_name, 'Enter your first name'),
      last_name: nameFault(values.last_name, 'Enter your last name'),
      email: emailFault(values.email),
      phone: phoneFault(values.phone),
      password: passwordFault(values.password),
      password_confirmation: confirmationFault(values.password, values.password_confirmation),
      accept_terms: values.accept_terms ? undefined : 'Please accept terms & conditions',
    })
  }
}

export const registrationStore = (api: Api, { viewer }: ChannelShell) =>
  new RegistrationStore(new AccountApi(api), viewer)
