import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import type { FormDefinition } from '@/shared/contexts/forms'
import { isNotFound } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import type { Shell } from '@/shared/shell'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { EngagementApi } from '../api'
import type { EngagementStore } from '../EngagementStore'
import { emptyAnswers, validateAnswers } from '../formAnswers'
import type { FormAnswers } from '../model'

/** The field name of robot check errors in the server response. */
export const ROBOT_FIELD = 'robot_token'

/** A form of the channel by its alias (§3, §7 "Custom form"): the definition, the answers and the result. */
export class CustomFormStore {
  readonly definition = new AsyncValue<FormDefinition>()
  form = new Form<Record<string, string | boolean>>({})
  /** The number of submissions. Each one needs a new robot check, because a token is valid once. */
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

  /** Whether the channel has no form with this alias. The page shows a message instead of an error. */
  get isMissing(): boolean {
    const { error } = this.definition
    return isNotFound(error)
  }

  /** Open a form. A form that is partly filled in keeps its answers, and shows what has changed meanwhile. */
  async open(alias: string): Promise<void> {
    if (alias === this.alias && this.definition.value && this.form.state.kind !== 'success')
      return this.definition.reload()
    if (alias !== this.alias) this.definition.clear()
    this.alias = alias
    await this.definition.load(signal => this.api.form(alias, signal))
    if (this.definition.value && this.alias === alias) this.initializeForm(this.definition.value)
  }

  /** Validate the answers by the form's rules, then send them. */
  async submit(): Promise<void> {
    const { alias, form } = this
    const definition = this.definition.value
    if (!definition || !alias || form.isBusy || form.setErrors(validateAnswers(definition, form.values)))
      return
    await form.submit(values => {
      const { [ROBOT_FIELD]: token, ...answers } = values
      return this.api.sendForm(alias, filledAnswers(answers), token ? String(token) : undefined)
    })
    this.handleSubmitted()
  }

  /** Reload the definition in the new language. The answers stay. */
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
    // Set `values` directly, because `change` would remove the error that is shown beside the new check.
    this.form.values = { ...this.form.values, [ROBOT_FIELD]: '' }
  }
}

/** Return the answers without empty ones. */
function filledAnswers(answers: FormAnswers): FormAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
}

export const customFormStore = (api: Api, { shell }: EngagementStore) =>
  new CustomFormStore(new EngagementApi(api), shell)
