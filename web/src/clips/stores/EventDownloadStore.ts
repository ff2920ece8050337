import { action, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { CLIP_POLL_MS } from '@/shared/constants'
import type { ErrorMessage } from '@/shared/http/errors'
import { poll, type Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import { errorMessageOf, failureOf } from '../errorMessageOf'
import { type DownloadUrl, type EventFile, isProcessing } from '../model'

/**
 * Taking a whole game away. The first who asks has its file made; whoever waits for it here is given it as soon
 * as it is there.
 */
export class EventDownloadStore {
  file: EventFile | null = null
  isBusy = false
  /** Why it was refused or could not be made, in the server's words, until it was told. */
  errorMessage: ErrorMessage | null = null
  private id: number | null = null
  private abort = new AbortController()

  constructor(
    private readonly api: ClipsApi,
    private readonly sleep?: Sleep,
  ) {
    makeObservable(this, {
      file: observableRef,
      isBusy: observable,
      errorMessage: observableRef,
      open: action,
      clearError: action,
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
  async requestFile(take: (file: DownloadUrl) => void): Promise<void> {
    const { id, abort: stop } = this
    if (id === null || this.isBusy) return
    this.patch({ isBusy: true, errorMessage: null })
    try {
      const file = await this.api.eventFile(id, stop.signal)
      if (stop.signal.aborted) return
      this.handleFile(file, take)
      if (isProcessing(file)) void this.pollFile(id, take)
    } catch (error) {
      if (!stop.signal.aborted) this.patch({ errorMessage: errorMessageOf(error) })
    } finally {
      if (this.abort === stop) this.patch({ isBusy: false })
    }
  }

  /** The viewer has heard why: once is enough. */
  clearError(): void {
    this.errorMessage = null
  }

  reset(): void {
    this.abort.abort()
    this.abort = new AbortController()
    this.id = null
    this.file = null
    this.isBusy = false
    this.errorMessage = null
  }

  private async pollFile(id: number, take: (file: DownloadUrl) => void): Promise<void> {
    const { signal } = this.abort
    await poll(
      signal => this.api.eventFile(id, signal),
      file => !isProcessing(file),
      {
        signal,
        interval: CLIP_POLL_MS,
        sleep: this.sleep,
        onValue: file => this.handleFile(file, take),
      },
    ).catch(() => undefined)
    // It went away meanwhile, or may not be had any more: another press asks anew.
    if (!signal.aborted && this.file && isProcessing(this.file))
      this.patch({ file: null, errorMessage: UNKNOWN_ERROR })
  }

  private handleFile(file: EventFile, take: (file: DownloadUrl) => void): void {
    this.patch({ file, errorMessage: file.state === 'failed' ? failureOf(file) : null })
    const { url, filename, size, expires_at } = file
    if (url) take({ url, filename, size: size ?? 0, expires_at: expires_at ?? '' })
  }

  private patch(change: Partial<Pick<this, 'file' | 'isBusy' | 'errorMessage'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

export const eventDownloadStore = (api: Api): EventDownloadStore => new EventDownloadStore(new ClipsApi(api))
