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
 * The clips that the page has loaded, each in its latest version, and the actions of their owners.
 *
 * The store polls clips whose files are still processing. Actions resolve to null, or to an error message.
 */
export class ClipCacheStore {
  private readonly clips = new Map<number, Clip>()
  private readonly deleted = new Set<number>()
  private readonly activeActions = new Map<number, ClipAction>()
  /** The last queued action of each clip. */
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

  /** Return the latest version of a clip, or null if it was deleted. */
  latest(clip: Clip): Clip | null {
    return this.deleted.has(clip.id) ? null : (this.clips.get(clip.id) ?? clip)
  }

  /** Return the action that is running on a clip, or null. */
  actionOn(id: number): ClipAction | null {
    return this.activeActions.get(id) ?? null
  }

  /** Store the latest version of a clip, and poll its file. */
  save(clip: Clip): void {
    if (this.deleted.has(clip.id)) return
    this.clips.set(clip.id, clip)
    if (clip.is_own) this.poller.poll(clip)
  }

  /** Store the stored clips again after a reload, as in another language. Ignore unknown clips. */
  refresh(clips: readonly Clip[]): void {
    for (const clip of clips) if (this.clips.has(clip.id)) this.save(clip)
  }

  /**
   * Change the name and tags of a clip.
   *
   * @throws HttpError if the server rejects them.
   */
  async rename(id: number, values: { name: string; tags: readonly string[] }): Promise<void> {
    this.save(await this.api.update(id, values))
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

  /** Request the file of a clip. `onUrl` receives its URL. */
  download(id: number, onUrl: (file: DownloadUrl) => void): Promise<ErrorMessage | null> {
    return this.enqueue(id, 'download', async () => {
      onUrl(await this.api.download(id))
    })
  }

  /** Call a listener after each deletion on this page. */
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

  private update(
    id: number,
    clipAction: ClipAction,
    request: () => Promise<Clip>,
  ): Promise<ErrorMessage | null> {
    return this.enqueue(id, clipAction, async () => this.save(await request()))
  }

  /** Run the actions of a clip one after another. An action that is already the last one in the queue runs once. */
  private enqueue(
    id: number,
    clipAction: ClipAction,
    task: () => Promise<void>,
  ): Promise<ErrorMessage | null> {
    const last = this.actionQueue.get(id)
    if (last?.act === clipAction) return last.done
    const entry = { act: clipAction, done: this.perform(id, clipAction, task, last?.done) }
    this.actionQueue.set(id, entry)
    void entry.done.then(() => this.actionQueue.get(id) === entry && this.actionQueue.delete(id))
    return entry.done
  }

  private async perform(
    id: number,
    clipAction: ClipAction,
    task: () => Promise<void>,
    previous?: Promise<unknown>,
  ): Promise<ErrorMessage | null> {
    if (previous) await previous
    runInAction(() => this.activeActions.set(id, clipAction))
    try {
      await task()
      return null
    } catch (error) {
      return errorMessageOf(error)
    } finally {
      runInAction(() => this.activeActions.delete(id))
    }
  }
}

export const clipCacheStore = (api: Api): ClipCacheStore => new ClipCacheStore(new ClipsApi(api))
