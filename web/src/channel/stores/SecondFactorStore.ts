import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { type NewSecret, ProfileApi } from '../profileApi'

/** The step of the setup. The secret and the recovery codes exist only in their step. */
type SecondFactorState =
  | { readonly kind: 'idle' | 'password' }
  | { readonly kind: 'secret'; readonly secret: NewSecret }
  | { readonly kind: 'recovery'; readonly recoveryCodes: readonly string[] }

/**
 * The setup and removal of an authenticator app as second factor (RFC 6238).
 *
 * The setup shows a secret. The first code proves that the app has it. Then it shows the recovery codes once.
 */
export class SecondFactorStore {
  state: SecondFactorState = { kind: 'idle' }
  readonly start = new Form({ current_password: '' })
  readonly confirmation = new Form({ code: '' })
  readonly removal = new Form({ current_password: '', code: '' })
  /** The number of resets. A response to a request before the last reset is dropped, so no secret stays. */
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

  /** Start the setup. It requires the password first, so that an unattended page is not enough. */
  async startSetup(): Promise<void> {
    if (this.hasPassword) this.goToStep({ kind: 'password' })
    else await this.fetchSecret()
  }

  /** Request a secret. */
  async fetchSecret(): Promise<void> {
    const { start } = this
    if (start.isBusy || start.setErrors(this.validatePassword(start.values.current_password))) return
    const { generation } = this
    const sent = await start.submit(values => this.api.startSecondFactor(this.passwordErrorOf(values)))
    if (sent && generation === this.generation) this.goToStep({ kind: 'secret', secret: sent.result })
  }

  /** Turn on the second factor with the app's first code. */
  async confirm(): Promise<void> {
    const { confirmation } = this
    if (
      confirmation.isBusy ||
      confirmation.setErrors(collectErrors({ code: requiredError(confirmation.values.code) }))
    )
      return
    const { generation } = this
    const sent = await confirmation.submit(({ code }) => this.api.confirmSecondFactor(stripSpaces(code)))
    if (!sent) return
    if (generation === this.generation) this.goToStep({ kind: 'recovery', recoveryCodes: sent.result })
    this.updateUser(true)
  }

  /** Turn off the second factor with the password, or with a code without one. Return whether it is off. */
  async remove(): Promise<boolean> {
    const { removal } = this
    const { current_password, code } = removal.values
    const proof = this.hasPassword ? { current_password } : { code: stripSpaces(code) }
    const errors = Object.entries(proof).map(([name, value]) => [name, requiredError(value)])
    if (removal.isBusy || removal.setErrors(collectErrors(Object.fromEntries(errors)))) return false
    const sent = await removal.submit(() => this.api.removeSecondFactor(proof))
    if (!sent) return false
    this.updateUser(false)
    this.reset()
    return true
  }

  /** Clear passwords, secret and recovery codes, so that nothing stays after the viewer leaves the page. */
  reset(): void {
    this.generation += 1
    for (const form of [this.start, this.confirmation, this.removal]) form.clear()
    this.goToStep({ kind: 'idle' })
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

/** Remove the spaces that people type between the digits of a code. */
const stripSpaces = (code: string) => code.replaceAll(/\s/g, '')

export const secondFactorStore = (api: Api, { viewer }: ChannelStore) =>
  new SecondFactorStore(new ProfileApi(api), viewer)
