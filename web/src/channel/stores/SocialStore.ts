import { action, computed, makeObservable, observable } from 'mobx'
import { faults, required } from '@/shared/checks'
import type { Api } from '@/shared/http/session'
import { Form, PASSING } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import type { Entered } from '../model'
import type { ChannelShell } from '../store'
import { ALREADY_IN } from './alreadyIn'

/** The server's word for somebody whom the provider knows and this channel does not (§8). */
const NEWCOMER =
  'You are not registered yet. Please accept terms and conditions and click Register to continue.'

/** Under this name the browser remembers which provider's button was pressed, as long as a return is taken. */
const DEPARTURE = 'social_departure'
const AWAY_MS = 10 * 60_000

/** What a provider sends back with the viewer; good for one log-in, and for ten minutes of deciding. */
export interface Return {
  provider: string
  code: string
  state: string
}

/** Log-in and registration through a social provider: the way there, and what they come back with (§2, §7). */
export class SocialStore {
  readonly form = new Form({ accept_terms: false, password: '', second_factor_code: '' })
  /** `ready`: somebody is back who did not set out from this browser a moment ago, and has to press a button. */
  step: 'ready' | 'entering' | 'newcomer' | 'password' | 'code' | 'refused' = 'entering'
  /** The provider does not answer at the moment; otherwise it said no, or the viewer did. */
  unavailable = false
  private come: Return | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'enter' | 'recognise'>,
    private readonly storage: Pick<ChannelShell['storage'], 'get' | 'set' | 'remove'>,
  ) {
    makeObservable<SocialStore, 'begin' | 'finish' | 'to'>(this, {
      step: observable,
      unavailable: observable,
      isAsking: computed,
      refuse: action,
      begin: action,
      finish: action,
      to: action,
    })
  }

  /** Where the press of a provider's button leads. Coming back from there needs no other press. */
  addressOf(provider: string): Promise<string> {
    this.storage.set(DEPARTURE, provider, AWAY_MS)
    return this.api.socialAddress(provider)
  }

  /** Whether what the server said is this step's question, and nothing that went wrong in it. */
  get isAsking(): boolean {
    const { refusal, reason } = this.form
    return refusal === NEWCOMER || reason === 'second_factor_required' || reason === 'password_required'
  }

  /** Whether somebody came back whose log-in is not over yet. */
  get pending(): boolean {
    return this.come !== null
  }

  /**
   * Somebody is back: tries to enter, once for each return, where this browser set out. To open a link that
   * somebody else made logs nobody in.
   */
  async open(come: Return): Promise<void> {
    if (this.come?.state === come.state) return
    this.come = come
    this.form.clear()
    const setOut = this.storage.get<string>(DEPARTURE) === come.provider
    this.storage.remove(DEPARTURE)
    if (setOut) await this.goOn()
    else this.to('ready')
  }

  /** Enters with what the provider sent back. */
  async goOn(): Promise<void> {
    this.begin()
    await this.send()
  }

  /** Enters with a newcomer's consent, the account's password, or the code of a second factor. */
  async submit(): Promise<void> {
    if (this.form.busy || this.form.refuse(this.faults())) return
    await this.send()
  }

  /** They are back without anything, for the reason that stands in the address (OAuth 2.0, §4.1.2.1). */
  refuse(reason: string | null = null): void {
    this.unavailable = reason === 'temporarily_unavailable'
    this.form.clear()
    this.to('refused')
  }

  private begin(): void {
    this.step = 'entering'
    this.unavailable = false
  }

  private async send(): Promise<void> {
    const { come } = this
    if (!come) return
    const { provider, ...proof } = come
    const sent = await this.form.submit(({ accept_terms, password, second_factor_code }) =>
      this.api.social(provider, {
        ...proof,
        accept_terms: accept_terms || undefined,
        password: password || undefined,
        second_factor_code: second_factor_code.trim() || undefined,
      }),
    )
    if (sent) this.finish(sent.answer)
    else await this.follow()
  }

  /** The code is used up: nobody who comes to this page later waits for it. */
  private finish(entered: Entered): void {
    this.come = null
    this.form.clear()
    this.viewer.enter(entered)
  }

  private async follow(): Promise<void> {
    const { reason, refusal } = this.form
    if (refusal === NEWCOMER) this.to('newcomer')
    else if (reason?.startsWith('password')) this.to('password')
    else if (reason?.startsWith('second_factor')) this.to('code')
    else if (!this.mayTryAgain) this.to('refused')
    if (refusal === ALREADY_IN) await this.viewer.recognise()
  }

  private to(step: SocialStore['step']): void {
    this.step = step
    if (step === 'refused') this.come = null
  }

  /** A field was wrong, or the server was busy or out of reach when somebody had pressed a button: they can once more. */
  private get mayTryAgain(): boolean {
    const { errors, refusal } = this.form
    if (Object.keys(errors).length > 0) return true
    return this.step !== 'entering' && (refusal === null || PASSING.includes(refusal))
  }

  private faults() {
    const { accept_terms, password, second_factor_code } = this.form.values
    if (this.step === 'password') return faults({ password: required(password) })
    return this.step === 'code'
      ? faults({ second_factor_code: required(second_factor_code) })
      : faults({ accept_terms: accept_terms ? undefined : 'Please accept terms & conditions' })
  }
}

export const socialStore = (api: Api, { viewer, storage }: ChannelShell) =>
  new SocialStore(new AccountApi(api), viewer, storage)
