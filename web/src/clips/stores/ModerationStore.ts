import { makeObservable, observableShallow, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { type ClipAction, type ModeratedClip, ModerationApi, type ModerationFilter } from '../moderationApi'

/** The clips of the channel for moderators. Each action returns its error, or null. */
export class ModerationStore {
  readonly pages = new PaginatedList<ModeratedClip>()
  /** The clips whose request is in progress. */
  readonly busy = new Set<number>()
  /** The clips as the last action returned them, until the list loads again. Null: deleted. */
  readonly changed = new Map<number, ModeratedClip | null>()

  constructor(private readonly api: ModerationApi) {
    makeObservable(this, { busy: observableShallow, changed: observableShallow })
  }

  /** The loaded clips, each in its latest version. They stay in the list when they leave the group. */
  get clips(): ModeratedClip[] {
    return this.pages.items.flatMap(clip => {
      const latest = this.changed.get(clip.id)
      return latest === null ? [] : (latest ?? clip)
    })
  }

  load(filter: ModerationFilter, search: string): Promise<void> {
    runInAction(() => this.changed.clear())
    return this.pages.load((offset, signal) => this.api.list(filter, search, offset, signal))
  }

  act(clip: ModeratedClip, action: ClipAction, reason = ''): Promise<ErrorMessage | null> {
    return this.change(clip.id, () => this.api.act(clip.id, action, reason))
  }

  remove(clip: ModeratedClip, reason: string): Promise<ErrorMessage | null> {
    return this.change(clip.id, async () => {
      await this.api.remove(clip.id, reason)
      return null
    })
  }

  reset(): void {
    this.pages.clear()
    runInAction(() => this.changed.clear())
  }

  private async change(id: number, send: () => Promise<ModeratedClip | null>): Promise<ErrorMessage | null> {
    if (this.busy.has(id)) return null
    runInAction(() => this.busy.add(id))
    try {
      const clip = await send()
      runInAction(() => this.changed.set(id, clip))
      return null
    } catch (error) {
      return error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
    } finally {
      runInAction(() => this.busy.delete(id))
    }
  }
}

export const moderationStore = (api: Api) => new ModerationStore(new ModerationApi(api))
