import { action, makeObservable, observable, observableShallow, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { ClipsApi } from '../api'
import type { Clip, FileAddress } from '../model'
import { sentenceOf } from '../sentence'
import type { Sleep } from './ClipProgress'
import { Follower } from './Follower'

export type Act = 'unshare' | 'retry' | 'delete' | 'download'

/**
 * The clips that this page knows, each as it was heard of last, and what their owners do with them.
 *
 * A file that is still to come is followed to its end. What is done answers null, or the sentence why not.
 */
export class ClipsBook {
  private readonly clips = new Map<number, Clip>()
  private readonly deleted = new Set<number>()
  private readonly acts = new Map<number, Act>()
  /** What is done last with a clip, as far as has been pressed. */
  private readonly turns = new Map<number, { act: Act; done: Promise<string | null> }>()
  private readonly follower: Follower
  private readonly gone: (() => void)[] = []

  constructor(
    private readonly api: ClipsApi,
    sleep?: Sleep,
  ) {
    makeObservable<ClipsBook, 'clips' | 'deleted' | 'acts'>(this, {
      clips: observableShallow,
      deleted: observable,
      acts: observable,
      keep: action,
      forget: action,
      reset: action,
    })
    this.follower = new Follower(api, clip => this.keep(clip), sleep)
  }

  /** The newest that is known of a clip; null where it was deleted. */
  newest(clip: Clip): Clip | null {
    return this.deleted.has(clip.id) ? null : (this.clips.get(clip.id) ?? clip)
  }

  /** What is being done with a clip right now. */
  actOn(id: number): Act | null {
    return this.acts.get(id) ?? null
  }

  /** Takes in what was heard of a clip, and follows its file. */
  keep(clip: Clip): void {
    if (this.deleted.has(clip.id)) return
    this.clips.set(clip.id, clip)
    if (clip.is_own) this.follower.follow(clip)
  }

  /** Takes in what was heard once more, in another language, of clips that are known. */
  renew(clips: readonly Clip[]): void {
    for (const clip of clips) if (this.clips.has(clip.id)) this.keep(clip)
  }

  /**
   * Gives a clip other words.
   *
   * @throws HttpError where they were refused.
   */
  async renamed(id: number, words: { name: string; tags: readonly string[] }): Promise<void> {
    this.keep(await this.api.change(id, words))
  }

  unshare(id: number): Promise<string | null> {
    return this.change(id, 'unshare', () => this.api.unshare(id))
  }

  retry(id: number): Promise<string | null> {
    return this.change(id, 'retry', () => this.api.retry(id))
  }

  delete(id: number): Promise<string | null> {
    return this.act(id, 'delete', async () => {
      await this.api.delete(id)
      this.forget(id)
      for (const heard of this.gone) heard()
    })
  }

  /** `take` gets the address of the file. */
  download(id: number, take: (file: FileAddress) => void): Promise<string | null> {
    return this.act(id, 'download', async () => {
      take(await this.api.download(id))
    })
  }

  /** Hears of each clip that was deleted here. */
  onGone(heard: () => void): void {
    this.gone.push(heard)
  }

  forget(id: number): void {
    this.follower.leave(id)
    this.deleted.add(id)
    this.clips.delete(id)
  }

  reset(): void {
    this.follower.leaveAll()
    this.clips.clear()
    this.deleted.clear()
  }

  private change(id: number, act: Act, call: () => Promise<Clip>): Promise<string | null> {
    return this.act(id, act, async () => this.keep(await call()))
  }

  /** One thing at a time with each clip: the same, pressed again, is done once; anything else waits its turn. */
  private act(id: number, act: Act, work: () => Promise<void>): Promise<string | null> {
    const last = this.turns.get(id)
    if (last?.act === act) return last.done
    const turn = { act, done: this.perform(id, act, work, last?.done) }
    this.turns.set(id, turn)
    void turn.done.then(() => this.turns.get(id) === turn && this.turns.delete(id))
    return turn.done
  }

  private async perform(
    id: number,
    act: Act,
    work: () => Promise<void>,
    before?: Promise<unknown>,
  ): Promise<string | null> {
    if (before) await before
    runInAction(() => this.acts.set(id, act))
    try {
      await work()
      return null
    } catch (error) {
      return sentenceOf(error)
    } finally {
      runInAction(() => this.acts.delete(id))
    }
  }
}

export const clipsBook = (api: Api): ClipsBook => new ClipsBook(new ClipsApi(api))
