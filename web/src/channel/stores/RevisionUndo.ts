import { makeObservable, observableRef, runInAction } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { Form } from '@/shared/stores/Form'
import { effectsOf, type OrderEffect } from '@/shared/studio/entries'
import type { RevisionsApi, UndoPreview } from '../revisionsApi'

interface Values {
  /** Whether to restore the fields, too, that were changed again since. */
  force: boolean
  refund: boolean
}

/** The undo of a revision, while an operator looks at what it would do. */
export class RevisionUndo {
  readonly form = new Form<Values>({ force: false, refund: true })
  /** What the undo would do. Null before the server has answered, and after it has refused. */
  preview: UndoPreview | null = null

  constructor(
    private readonly api: RevisionsApi,
    private readonly revision: number,
  ) {
    makeObservable(this, { preview: observableRef })
  }

  /** Ask the server what the undo would do. */
  async load(): Promise<void> {
    const answer = await this.form.submit(({ force }) => this.api.previewUndo(this.revision, force))
    if (answer || !this.form.isBusy) this.setPreview(answer?.result ?? null)
  }

  /** Choose whether to restore the fields that were changed again since. */
  async setForce(force: boolean): Promise<void> {
    if (this.form.isBusy) return
    this.form.change('force', force)
    await this.load()
  }

  /** Undo the revision. Return whether it is undone. If the preview is outdated, there is a new one. */
  async undo(): Promise<boolean> {
    const { preview } = this
    if (!preview) return false
    const sent = await this.form.submit(async ({ force, refund }) => {
      const choice = { force, keep_later_changes: !force && preview.conflicts.length > 0 }
      const hasEffects = preview.effects.length > 0
      try {
        await this.api.undo(this.revision, choice, { confirm: hasEffects, refund: hasEffects && refund })
      } catch (error) {
        await this.update(preview, error)
        throw error
      }
    })
    return sent !== null
  }

  /** Show what changed since the preview. */
  private async update(preview: UndoPreview, error: unknown): Promise<void> {
    const effects: readonly OrderEffect[] | null = effectsOf(error)
    if (effects) this.setPreview({ ...preview, effects })
    else if (error instanceof HttpError && error.code === 'errors.merge_conflict')
      this.setPreview(await this.api.previewUndo(this.revision, false))
  }

  private setPreview(preview: UndoPreview | null): void {
    runInAction(() => {
      this.preview = preview
    })
  }
}
