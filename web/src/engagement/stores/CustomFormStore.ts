import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { emptyAnswers, faultsIn } from '../answers'
import { EngagementApi } from '../api'
import type { Answers, FormDefinition } from '../model'
import type { EngagementStore } from '../store'

/** Where the server says what is wrong with a robot check. */
export const ROBOT = 'robot_token'

/** A form of the channel by its alias (§3, §7 "Custom form"): what it asks, what was filled in, and what came of it. */
export class CustomFormStore {
  readonly definition = new Latest<FormDefinition>()
  form = new Form<Record<string, string | boolean>>({})
  /** Counts what was sent: a robot check is good for one try. */
  tries = 0
  private alias: string | null = null

  constructor(
    private readonly api: EngagementApi,
    private readonly shell: Pick<Shell, 'viewer'>,
  ) {
    makeObservable<CustomFormStore, 'begin' | 'tried'>(this, {
      form: observableRef,
      tries: observable,
      missing: computed,
      begin: action,
      tried: action,
    })
  }

  /** The channel has no such form: the page says that, and nothing is broken. */
  get missing(): boolean {
    const { error } = this.definition
    return isNotFound(error)
  }

  /** Opens a form; one that somebody has begun to fill in stays as it is. */
  async open(alias: string): Promise<void> {
    if (alias === this.alias && this.definition.value && this.form.state !== 'success') return
    if (alias !== this.alias) this.definition.clear()
    this.alias = alias
    await this.definition.ask(signal => this.api.form(alias, signal))
    if (this.definition.value && this.alias === alias) this.begin(this.definition.value)
  }

  /** Checks by the form's own rules, then sends. */
  async submit(): Promise<void> {
    const { alias, form } = this
    const definition = this.definition.value
    if (!definition || !alias || form.busy || form.refuse(faultsIn(definition, form.values))) return
    await form.submit(values => {
      const { [ROBOT]: token, ...answers } = values
      return this.api.sendForm(alias, given(answers), token ? String(token) : undefined)
    })
    this.tried()
  }

  /** What the form asks comes in the other language; what somebody has answered stays. */
  languageChanged(): void {
    void this.definition.again()
  }

  reset(): void {
    this.definition.clear()
    this.alias = null
    this.form.clear()
  }

  private begin(definition: FormDefinition): void {
    const answers = emptyAnswers(definition, this.shell.viewer.email)
    this.form = new Form<Record<string, string | boolean>>({ ...answers, [ROBOT]: '' })
    this.tries = 0
  }

  private tried(): void {
    this.tries += 1
    const { errors } = this.form
    if (this.form.state !== 'error') return
    this.form.change(ROBOT, '')
    // A fresh check stands there, and why it does.
    this.form.errors = errors
  }
}

/** What was left empty is not said. */
function given(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
}

export const customFormStore = (api: Api, { shell }: EngagementStore) =>
  new CustomFormStore(new EngagementApi(api), shell)
