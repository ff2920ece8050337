import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { type NewSecret, ProfileApi } from '../profileApi'

/** The step of the setup; each shows its own secret once. */
type SecondFactorState =
  | { readonly kind: 'rest' | 'password' }
  | { readonly kind: 'secret'; readonly secret: NewSecret }
  | { readonly kind: 'recovery'; readonly recoveryCodes: readonly string[] }

/**
 * An authenticator app as the second factor of log-in (RFC 6238): its secret is shown, the first code
 * proves that the app has it, then the recovery codes are shown once.
 */
export class SecondFactorStore {
  state: SecondFactorState = { kind: 'rest' }
  readonly start = new Form({ current_password: '' })
  readonly confirmation = new Form({ code: '' })
  readonly removal = new Form({ current_password: '', code: '' })
  /** Counts how often the page was left: a secret that comes after that is not kept. */
  private generation = 0

  constructor(
    private readonly api: ProfileApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
  ) {
    makeObservable<SecondFactorStore, 'goToStep'>(this, {
      state: observableRef,
      goToStep: action,
      reset: action,
    })
  }

  /** Whoever has a password says it first: an open page alone must not be enough. */
  async startSetup(): Promise<void> {
    if (this.hasPassword) this.goToStep({ kind: 'password' })
    else await this.fetchSecret()
  }

  /** Asks for a secret. */
  async fetchSecret(): Promise<void> {
    const { start } = this
    if (start.busy || start.setErrors(this.validatePassword(start.values.current_password))) return
    const { generation: left } = this
    const sent = await start.submit(values => this.api.startSecondFactor(this.passwordErrorOf(values)))
    if (sent && left === this.generation) this.goToStep({ kind: 'secret', secret: sent.answer })
  }

  /** Sends the app's first code. */
  async confirm(): Promise<void> {
    const { confirmation } = this
    if (
      confirmation.busy ||
      confirmation.setErrors(collectErrors({ code: requiredError(confirmation.values.code) }))
    )
      return
    const { generation: left } = this
    const sent = await confirmation.submit(({ code }) => this.api.confirmSecondFactor(stripSpaces(code)))
    if (!sent) return
    if (left === this.generation) this.goToStep({ kind: 'recovery', recoveryCodes: sent.answer })
    this.updateUser(true)
  }

  /** Turns it off, with the password, or with a code where there is none; true where that was done. */
  async remove(): Promise<boolean> {
    const { removal } = this
    const { current_password, code } = removal.values
    const proof = this.hasPassword ? { current_password } : { code: stripSpaces(code) }
    const missing = Object.entries(proof).map(([name, value]) => [name, requiredError(value)])
    if (removal.busy || removal.setErrors(collectErrors(Object.fromEntries(missing)))) return false
    const sent = await removal.submit(() => this.api.removeSecondFactor(proof))
    if (!sent) return false
    this.updateUser(false)
    this.reset()
    return true
  }

  /** Forgets passwords, secret and recovery codes: nothing of them stays when the page is left. */
  reset(): void {
    this.generation += 1
    for (const form of [this.start, this.confirmation, this.removal]) form.clear()
    this.goToStep({ kind: 'rest' })
  }

  private get hasPassword(): boolean {
    return this.viewer.user?.has_password === true
  }

  private goToStep(state: SecondFactorState): void {
    this.state = state
    this.start.clear()
    this.confirmation.clear()
  }

  private updateUser(two_factor: boolean): void {
    const { user } = this.viewer
    if (user) runInAction(() => this.viewer.update({ ...user, two_factor }))
  }

  private passwordErrorOf({ current_password }: { current_password: string }): string | undefined {
    return this.hasPassword ? current_password : undefined
  }

  private validatePassword(password: string) {
    return collectErrors({ current_password: this.hasPassword ? requiredError(password) : undefined })
  }
}

/** A code without what people put between its digits. */
const stripSpaces = (code: string) => code.replaceAll(/\s/g, '')

export const secondFactorStore = (api: Api, { viewer }: ChannelStore) =>
  new SecondFactorStore(new ProfileApi(api), viewer)
