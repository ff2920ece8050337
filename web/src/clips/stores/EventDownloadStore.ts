import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { UNKNOWN } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import { type EventFile, type FileAddress, isMoving } from '../model'
import { sentenceOf } from '../sentence'
import { ClipProgress, type Sleep } from './ClipProgress'

/**
 * Taking a whole game away. The first who asks has its file made; whoever waits for it here is given it as soon
 * as it is there.
 */
export class EventDownloadStore {
  file: EventFile | null = null
  busy = false
  /** Why it was refused or could not be made, in the server's words, until it was told. */
  refusal: string | null = null
  private readonly progress: ClipProgress
  private id: number | null = null
  private stop = new AbortController()

  constructor(
    private readonly api: ClipsApi,
    sleep?: Sleep,
  ) {
    this.progress = new ClipProgress(sleep)
    makeObservable(this, {
      file: observableRef,
      busy: observable,
      refusal: observable,
      open: action,
      told: action,
      reset: action,
    })
  }

  /** Another game is shown. */
  open(id: number): void {
    if (id === this.id) return
    this.reset()
    this.id = id
  }

  /** Asks for the file, and waits for it where it has to be made; `take` gets its address. */
  async ask(take: (file: FileAddress) => void): Promise<void> {
    const { id, stop } = this
    if (id === null || this.busy) return
    this.tell({ busy: true, refusal: null })
    try {
      const file = await this.api.eventFile(id, stop.signal)
      if (stop.signal.aborted) return
      this.heard(file, take)
      if (isMoving(file)) void this.wait(id, take)
    } catch (error) {
      if (!stop.signal.aborted) this.tell({ refusal: sentenceOf(error) })
    } finally {
      if (this.stop === stop) this.tell({ busy: false })
    }
  }

  /** The viewer has heard why: once is enough. */
  told(): void {
    this.refusal = null
  }

  reset(): void {
    this.stop.abort()
    this.stop = new AbortController()
    this.id = null
    this.file = null
    this.busy = false
    this.refusal = null
  }

  private async wait(id: number, take: (file: FileAddress) => void): Promise<void> {
    const { signal } = this.stop
    await this.progress.follow(signal => this.api.eventFile(id, signal), {
      signal,
      heard: file => this.heard(file, take),
    })
    // It went away meanwhile, or may not be had any more: another press asks anew.
    if (!signal.aborted && this.file && isMoving(this.file)) this.tell({ file: null, refusal: UNKNOWN })
  }

  private heard(file: EventFile, take: (file: FileAddress) => void): void {
    this.tell({ file, refusal: file.state === 'failed' ? file.failure_message : null })
    const { url, filename, size, expires_at } = file
    if (url) take({ url, filename, size: size ?? 0, expires_at: expires_at ?? '' })
  }

  private tell(change: Partial<Pick<this, 'file' | 'busy' | 'refusal'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

export const eventDownloadStore = (api: Api): EventDownloadStore => new EventDownloadStore(new ClipsApi(api))
