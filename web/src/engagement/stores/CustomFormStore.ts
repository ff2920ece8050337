import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { EngagementApi } from '../api'
import type { EngagementStore } from '../EngagementStore'
import { emptyAnswers, validateAnswers } from '../formAnswers'
import type { FormAnswers, FormDefinition } from '../model'

/** Where the server says what is wrong with a robot check. */
export const ROBOT_FIELD = 'robot_token'

/** A form of the channel by its alias (§3, §7 "Custom form"): what it asks, what was filled in, and what came of it. */
export class CustomFormStore {
  readonly definition = new AsyncValue<FormDefinition>()
  form = new Form<Record<string, string | boolean>>({})
  /** Counts what was sent: a robot check is good for one try. */
  submitCount = 0
  private alias: string | null = null

  constructor(
    private readonly api: EngagementApi,
    private readonly shell: Pick<Shell, 'viewer'>,
  ) {
    makeObservable<CustomFormStore, 'initializeForm' | 'handleSubmitted'>(this, {
      form: observableRef,
      submitCount: observable,
      isMissing: computed,
      initializeForm: action,
      handleSubmitted: action,
    })
  }

  /** The channel has no such form: the page says that, and nothing is broken. */
  get isMissing(): boolean {
    const { error } = this.definition
    return isNotFound(error)
  }

  /** Opens a form; one that somebody has begun to fill in stays as it is. */
  async open(alias: string): Promise<void> {
    if (alias === this.alias && this.definition.value && this.form.state.kind !== 'success') return
    if (alias !== this.alias) this.definition.clear()
    this.alias = alias
    await this.definition.load(signal => this.api.form(alias, signal))
    if (this.definition.value && this.alias === alias) this.initializeForm(this.definition.value)
  }

  /** Checks by the form's own rules, then sends. */
  async submit(): Promise<void> {
    const { alias, form } = this
    const definition = this.definition.value
    if (!definition || !alias || form.busy || form.setErrors(validateAnswers(definition, form.values))) return
    await form.submit(values => {
      const { [ROBOT_FIELD]: token, ...answers } = values
      return this.api.sendForm(alias, filledAnswers(answers), token ? String(token) : undefined)
    })
    this.handleSubmitted()
  }

  /** What the form asks comes in the other language; what somebody has answered stays. */
  languageChanged(): void {
    void this.definition.reload()
  }

  reset(): void {
    this.definition.clear()
    this.alias = null
    this.form.clear()
  }

  private initializeForm(definition: FormDefinition): void {
    const answers = emptyAnswers(definition, this.shell.viewer.email)
    this.form = new Form<Record<string, string | boolean>>({ ...answers, [ROBOT_FIELD]: '' })
    this.submitCount = 0
  }

  private handleSubmitted(): void {
    this.submitCount += 1
    if (this.form.state.kind !== 'error') return
    // The error of the robot check stays beside the new check.
    this.form.values = { ...this.form.values, [ROBOT_FIELD]: '' }
  }
}

/** What was left empty is not said. */
function filledAnswers(answers: FormAnswers): FormAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
}

export const customFormStore = (api: Api, { shell }: EngagementStore) =>
  new CustomFormStore(new EngagementApi(api), shell)
