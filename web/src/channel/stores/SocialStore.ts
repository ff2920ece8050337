import { action, computed, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { faults, required } from '../checks'
import type { ChannelShell } from '../store'

/** The server's word for somebody whom the provider knows and this channel does not (§8). */
const NEWCOMER =
  'You are not registered yet. Please accept terms and conditions and click Register to continue.'

/** What a provider sends back with the viewer; good for one log-in, and for ten minutes of deciding. */
export interface Return {
  provider: string
  code: string
  state: string
}

/** Log-in and registration through a social provider: the way there, and what they come back with (§2, §7). */
export class SocialStore {
  readonly form = new Form({ accept_terms: false, second_factor_code: '' })
  step: 'entering' | 'newcomer' | 'code' | 'refused' = 'entering'
  /** The provider does not answer at the moment; otherwise it said no, or the viewer did. */
  unavailable = false
  private come: Return | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'enter'>,
  ) {
    makeObservable<SocialStore, 'begin' | 'follow'>(this, {
      step: observable,
      unavailable: observable,
      isAsking: computed,
      refuse: action,
      begin: action,
      follow: action,
    })
  }

  addressOf(provider: string): Promise<string> {
    return this.api.socialAddress(provider)
  }

  /** Whether what the server said is this step's question, and nothing that went wrong in it. */
  get isAsking(): boolean {
    return this.form.refusal === NEWCOMER || this.form.reason === 'second_factor_required'
  }

  /** Whether somebody came back whose log-in is not over yet. */
  get pending(): boolean {
    return this.come !== null
  }

  /** Somebody is back: tries to enter, once for each return. */
  async open(come: Return): Promise<void> {
    if (this.come?.state === come.state) return
    this.come = come
    this.form.clear()
    this.begin()
    await this.send()
  }

  /** Enters with a newcomer's consent, or with the code of a second factor. */
  async submit(): Promise<void> {
    if (this.form.busy || this.form.refuse(this.faults())) return
    await this.send()
  }

  /** They are back without anything, for the reason that stands in the address (OAuth 2.0, §4.1.2.1). */
  refuse(reason: string | null = null): void {
    this.unavailable = reason === 'temporarily_unavailable'
    this.come = null
    this.form.clear()
    this.step = 'refused'
  }

  private begin(): void {
    this.step = 'entering'
    this.unavailable = false
  }

  private async send(): Promise<void> {
    const { come } = this
    if (!come) return
    const { provider, ...proof } = come
    const sent = await this.form.submit(({ accept_terms, second_factor_code }) =>
      this.api.social(provider, {
        ...proof,
        accept_terms: accept_terms || undefined,
        second_factor_code: second_factor_code.trim() || undefined,
      }),
    )
    if (sent) this.viewer.enter(sent.answer)
    else this.follow()
  }

  private follow(): void {
    const { reason, refusal, errors } = this.form
    if (refusal === NEWCOMER) this.step = 'newcomer'
    else if (reason?.startsWith('second_factor')) this.step = 'code'
    else if (Object.keys(errors).length === 0) this.step = 'refused'
  }

  private faults() {
    const { accept_terms, second_factor_code } = this.form.values
    return this.step === 'code'
      ? faults({ second_factor_code: required(second_factor_code) })
      : faults({ accept_terms: accept_terms ? undefined : 'Please accept terms & conditions' })
  }
}

export const socialStore = (api: Api, { viewer }: ChannelShell) =>
  new SocialStore(new AccountApi(api), viewer)
