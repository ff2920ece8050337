import { action, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { ALREADY_LOGGED_IN } from './alreadyLoggedIn'

const EMPTY_FORM = { login: '', password: '', code: '', robot_token: '' }
const INVALID_CREDENTIALS = 'errors.invalid_credentials'

/** The login form: email address or phone number, and a second factor if the account has one (§2, §5, §8). */
export class LoginStore {
  readonly form = new Form(EMPTY_FORM)
  /** The current step. An account with a second factor requires a code after the correct password. */
  step: 'password' | 'code' = 'password'
  /** The number of failed requests. Each one needs a new robot check, because its token works once. */
  submitCount = 0

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'logIn' | 'identify'>,
  ) {
    makeObservable<LoginStore, 'handleRefusal'>(this, {
      step: observable,
      submitCount: observable,
      back: action,
      reset: action,
      handleRefusal: action,
    })
  }

  async submit(): Promise<void> {
    const { form } = this
    if (form.isBusy || form.setErrors(this.validate())) return
    const sent = await form.submit(({ login, password, code, robot_token }) =>
      this.api.login({
        login: login.trim(),
        password,
        code: code.trim() || undefined,
        robot_token: robot_token || undefined,
      }),
    )
    if (sent) this.viewer.logIn(sent.result)
    else await this.handleRefusal()
  }

  /** Return to the password step, or leave the page. Keeps the login and clears the password. */
  back(): void {
    const { login } = this.form.values
    this.reset()
    this.form.change('login', login)
  }

  reset(): void {
    this.form.clear()
    this.step = 'password'
  }

  private async handleRefusal(): Promise<void> {
    const { reason, errorMessage } = this.form
    if (reason?.startsWith('second_factor')) this.step = 'code'
    else if (errorMessage?.code === INVALID_CREDENTIALS) this.step = 'password'
    this.submitCount += 1
    this.form.change('code', '')
    this.form.change('robot_token', '')
    if (errorMessage?.code === ALREADY_LOGGED_IN) await this.viewer.identify()
  }

  private validate() {
    const { login, password, code } = this.form.values
    return this.step === 'code'
      ? collectErrors({ code: requiredError(code) })
      : collectErrors({ login: requiredError(login), password: requiredError(password) })
  }
}

export const loginStore = (api: Api, { viewer }: ChannelStore) => new LoginStore(new AccountApi(api), viewer)
