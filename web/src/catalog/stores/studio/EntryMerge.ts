import { makeObservable, observableRef, runInAction } from 'mobx'
import { Form } from '@/shared/stores/Form'
import type { ContentApi, MergeEffects } from '../../contentApi'

/** The merge of an entry into another one, while an operator chooses it. */
export class EntryMerge {
  readonly form = new Form({ into: '' })
  /** What moves to the chosen entry. Null before the server has answered, and after it has refused. */
  effects: MergeEffects | null = null

  constructor(
    private readonly api: ContentApi,
    private readonly section: string,
    private readonly key: string,
  ) {
    makeObservable(this, { effects: observableRef })
  }

  /** Choose the entry that stays, and ask the server what moves. */
  async choose(into: string): Promise<void> {
    this.form.change('into', into)
    this.setEffects(null)
    if (!into || this.form.isBusy) return
    const answer = await this.form.submit(() => this.api.previewMerge(this.section, this.key, into))
    if (this.form.values.into === into) this.setEffects(answer?.result ?? null)
    else await this.choose(this.form.values.into)
  }

  /** Merge the entries. Return whether they were merged. */
  async merge(): Promise<boolean> {
    const sent = await this.form.submit(({ into }) => this.api.merge(this.section, this.key, into))
    return sent !== null
  }

  private setEffects(effects: MergeEffects | null): void {
    runInAction(() => {
      this.effects = effects
    })
  }
}
