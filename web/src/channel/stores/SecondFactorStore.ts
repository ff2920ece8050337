import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { faults, required } from '@/shared/checks'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { type NewSecret, ProfileApi } from '../profileApi'
import type { ChannelShell } from '../store'

/**
 * An authenticator app as the second factor of log-in (RFC 6238): its secret is shown, the first code
 * proves that the app has it, then the recovery codes are shown once.
 */
export class SecondFactorStore {
  step: 'rest' | 'password' | 'secret' | 'recovery' = 'rest'
  secret: NewSecret | null = null
  recoveryCodes: readonly string[] = []
  readonly start = new Form({ current_password: '' })
  readonly confirmation = new Form({ code: '' })
  readonly removal = new Form({ current_password: '', code: '' })
  /** Counts how often the page was left: a secret that comes after that is not kept. */
  private left = 0

  constructor(
    private readonly api: ProfileApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
  ) {
    makeObservable<SecondFactorStore, 'to'>(this, {
      step: observable,
      secret: observableRef,
      recoveryCodes: observableRef,
      to: action,
      reset: action,
    })
  }

  /** Whoever has a password says it first: an open page alone must not be enough. */
  async begin(): Promise<void> {
    if (this.hasPassword) this.to('password')
    else await this.ask()
  }

  /** Asks for a secret. */
  async ask(): Promise<void> {
    const { start } = this
    if (start.busy || start.refuse(this.faultsOf(start.values.current_password))) return
    const { left } = this
    const sent = await start.submit(values => this.api.startSecondFactor(this.password(values)))
    if (sent && left === this.left) this.to('secret', { secret: sent.answer })
  }

  /** Sends the app's first code. */
  async confirm(): Promise<void> {
    const { confirmation } = this
    if (confirmation.busy || confirmation.refuse(faults({ code: required(confirmation.values.code) }))) return
    const { left } = this
    const sent = await confirmation.submit(({ code }) => this.api.confirmSecondFactor(plain(code)))
    if (!sent) return
    if (left === this.left) this.to('recovery', { recoveryCodes: sent.answer })
    this.told(true)
  }

  /** Turns it off, with the password, or with a code where there is none; true where that was done. */
  async remove(): Promise<boolean> {
    const { removal } = this
    const { current_password, code } = removal.values
    const proof = this.hasPassword ? { current_password } : { code: plain(code) }
    const missing = Object.entries(proof).map(([name, value]) => [name, required(value)])
    if (removal.busy || removal.refuse(faults(Object.fromEntries(missing)))) return false
    const sent = await removal.submit(() => this.api.removeSecondFactor(proof))
    if (!sent) return false
    this.told(false)
    this.reset()
    return true
  }

  /** Forgets passwords, secret and recovery codes: nothing of them stays when the page is left. */
  reset(): void {
    this.left += 1
    for (const form of [this.start, this.confirmation, this.removal]) form.clear()
    this.to('rest')
  }

  private get hasPassword(): boolean {
    return this.viewer.user?.has_password === true
  }

  private to(
    step: SecondFactorStore['step'],
    shown: { secret?: NewSecret; recoveryCodes?: readonly string[] } = {},
  ): void {
    this.step = step
    this.secret = shown.secret ?? null
    this.recoveryCodes = shown.recoveryCodes ?? []
    this.start.clear()
    this.confirmation.clear()
  }

  private told(two_factor: boolean): void {
    const { user } = this.viewer
    if (user) runInAction(() => this.viewer.update({ ...user, two_factor }))
  }

  private password({ current_password }: { current_password: string }): string | undefined {
    return this.hasPassword ? current_password : undefined
  }

  private faultsOf(password: string) {
    return faults({ current_password: this.hasPassword ? required(password) : undefined })
  }
}

/** A code without what people put between its digits. */
const plain = (code: string) => code.replaceAll(/\s/g, '')

export const secondFactorStore = (api: Api, { viewer }: ChannelShell) =>
  new SecondFactorStore(new ProfileApi(api), viewer)
