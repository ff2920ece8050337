import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Confirmation, OrderEffect } from '@/shared/studio/entries'

/** The entry of the document that has a field. `name` is empty if the entry has none. */
interface EntryField {
  section: string
  key: string
  name: string
  /** `price.base`. Empty for the whole entry. */
  field: string
}

/** A field that an undo changes. Without a `field`, the entry is created, removed or sorted. */
export interface UndoneField extends EntryField {
  before: string | null
  after: string | null
}

/** A field that was changed again since: its value before the revision, and its current one. */
export interface UndoConflict extends EntryField {
  value: string | null
  current: string | null
}

/** What an undo would do. */
export interface UndoPreview {
  changes: readonly UndoneField[]
  conflicts: readonly UndoConflict[]
  effects: readonly OrderEffect[]
}

/** What to do with fields that were changed again since. Without an answer, the server refuses to undo them. */
export interface ConflictChoice {
  force: boolean
  keep_later_changes: boolean
}

/** The undo of revisions (api.md, "Studio"). It requires the permissions of the changes. */
export class RevisionsApi {
  constructor(private readonly api: Api) {}

  async previewUndo(revision: number, force: boolean): Promise<UndoPreview> {
    const path = `${undoPath(revision)}/preview`
    return (await this.api.post<ItemResponse<UndoPreview>>(path, { force }, withoutGlobalError())).data
  }

  /** Undo a revision. Return the new revision, or null if everything was undone already. */
  async undo(revision: number, choice: ConflictChoice, confirmation: Confirmation): Promise<number | null> {
    const response = await this.api.post<ItemResponse<{ revision: number | null }>>(
      undoPath(revision),
      { ...choice, ...confirmation },
      withoutGlobalError(),
    )
    return response.data.revision
  }
}

const undoPath = (revision: number) => `/studio/revisions/${revision}/revert`
