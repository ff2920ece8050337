import { action, makeObservable, observable, observableShallow, runInAction } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import type { Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { ClipsApi } from '../api'
import { errorMessageOf } from '../errorMessageOf'
import type { Clip, DownloadUrl } from '../model'
import { ClipPoller } from './ClipPoller'

export type ClipAction = 'unshare' | 'retry' | 'delete' | 'download'

/**
 * The clips that this page knows, each as it was heard of last, and what their owners do with them.
 *
 * A file that is still to come is followed to its end. What is done answers null, or the sentence why not.
 */
export class ClipCacheStore {
  private readonly clips = new Map<number, Clip>()
  private readonly deleted = new Set<number>()
  private readonly activeActions = new Map<number, ClipAction>()
  /** What is done last with a clip, as far as has been pressed. */
  private readonly actionQueue = new Map<number, { act: ClipAction; done: Promise<ErrorMessage | null> }>()
  private readonly poller: ClipPoller
  private readonly deleteListeners: (() => void)[] = []

  constructor(
    private readonly api: ClipsApi,
    sleep?: Sleep,
  ) {
    makeObservable<ClipCacheStore, 'clips' | 'deleted' | 'activeActions'>(this, {
      clips: observableShallow,
      deleted: observable,
      activeActions: observable,
      save: action,
      remove: action,
      reset: action,
    })
    this.poller = new ClipPoller(api, clip => this.save(clip), sleep)
  }

  /** The newest that is known of a clip; null where it was deleted. */
  latest(clip: Clip): Clip | null {
    return this.deleted.has(clip.id) ? null : (this.clips.get(clip.id) ?? clip)
  }

  /** What is being done with a clip right now. */
  actionOn(id: number): ClipAction | null {
    return this.activeActions.get(id) ?? null
  }

  /** Takes in what was heard of a clip, and follows its file. */
  save(clip: Clip): void {
    if (this.deleted.has(clip.id)) return
    this.clips.set(clip.id, clip)
    if (clip.is_own) this.poller.poll(clip)
  }

  /** Takes in what was heard once more, in another language, of clips that are known. */
  refresh(clips: readonly Clip[]): void {
    for (const clip of clips) if (this.clips.has(clip.id)) this.save(clip)
  }

  /**
   * Gives a clip other words.
   *
   * @throws HttpError where they were refused.
   */
  async rename(id: number, words: { name: string; tags: readonly string[] }): Promise<void> {
    this.save(await this.api.update(id, words))
  }

  resetShareLink(id: number): Promise<ErrorMessage | null> {
    return this.update(id, 'unshare', () => this.api.resetShareLink(id))
  }

  retry(id: number): Promise<ErrorMessage | null> {
    return this.update(id, 'retry', () => this.api.retry(id))
  }

  delete(id: number): Promise<ErrorMessage | null> {
    return this.enqueue(id, 'delete', async () => {
      await this.api.delete(id)
      this.remove(id)
      for (const listener of this.deleteListeners) listener()
    })
  }

  /** `take` gets the address of the file. */
  download(id: number, take: (file: DownloadUrl) => void): Promise<ErrorMessage | null> {
    return this.enqueue(id, 'download', async () => {
      take(await this.api.download(id))
    })
  }

  /** Hears of each clip that was deleted here. */
  onDelete(listener: () => void): void {
    this.deleteListeners.push(listener)
  }

  remove(id: number): void {
    this.poller.stop(id)
    this.deleted.add(id)
    this.clips.delete(id)
  }

  reset(): void {
    this.poller.stopAll()
    this.clips.clear()
    this.deleted.clear()
  }

  private update(id: number, act: ClipAction, call: () => Promise<Clip>): Promise<ErrorMessage | null> {
    return this.enqueue(id, act, async () => this.save(await call()))
  }

  /** One thing at a time with each clip: the same, pressed again, is done once; anything else waits its turn. */
  private enqueue(id: number, act: ClipAction, work: () => Promise<void>): Promise<ErrorMessage | null> {
    const last = this.actionQueue.get(id)
    if (last?.act === act) return last.done
    const turn = { act, done: this.perform(id, act, work, last?.done) }
    this.actionQueue.set(id, turn)
    void turn.done.then(() => this.actionQueue.get(id) === turn && this.actionQueue.delete(id))
    return turn.done
  }

  private async perform(
    id: number,
    act: ClipAction,
    work: () => Promise<void>,
    before?: Promise<unknown>,
  ): Promise<ErrorMessage | null> {
    if (before) await before
    runInAction(() => this.activeActions.set(id, act))
    try {
      await work()
      return null
    } catch (error) {
      return errorMessageOf(error)
    } finally {
      runInAction(() => this.activeActions.delete(id))
    }
  }
}

export const clipCacheStore = (api: Api): ClipCacheStore => new ClipCacheStore(new ClipsApi(api))
