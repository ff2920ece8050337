import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { CLIP_POLL_MS } from '@/shared/constants'
import type { ErrorMessage } from '@/shared/http/errors'
import { poll, type Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import { errorMessageOf, failureOf } from '../errorMessageOf'
import { type DownloadUrl, type EventFile, isProcessing } from '../model'

/** How far the file is. `preparing`: it is made, and comes by itself when it is there. */
type EventDownloadState =
  | { readonly kind: 'idle' | 'requesting' }
  | { readonly kind: 'preparing'; readonly file: EventFile }
  /** It was refused, or could not be made. */
  | { readonly kind: 'failed'; readonly errorMessage: ErrorMessage }

/**
 * Taking a whole game away. The first who asks has its file made; whoever waits for it here is given it as soon
 * as it is there.
 */
export class EventDownloadStore {
  state: EventDownloadState = { kind: 'idle' }
  private id: number | null = null
  private abort = new AbortController()

  constructor(
    private readonly api: ClipsApi,
    private readonly sleep?: Sleep,
  ) {
    makeObservable(this, {
      state: observableRef,
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
    if (id === null || this.state.kind === 'requesting') return
    this.setState({ kind: 'requesting' })
    try {
      const file = await this.api.eventFile(id, stop.signal)
      if (stop.signal.aborted) return
      this.handleFile(file, take)
      if (isProcessing(file)) void this.pollFile(id, take)
    } catch (error) {
      if (!stop.signal.aborted) this.setState({ kind: 'failed', errorMessage: errorMessageOf(error) })
    }
  }

  /** The viewer has heard why: once is enough. */
  clearError(): void {
    if (this.state.kind === 'failed') this.state = { kind: 'idle' }
  }

  reset(): void {
    this.abort.abort()
    this.abort = new AbortController()
    this.id = null
    this.state = { kind: 'idle' }
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
    if (!signal.aborted && this.state.kind === 'preparing')
      this.setState({ kind: 'failed', errorMessage: UNKNOWN_ERROR })
  }

  private handleFile(file: EventFile, take: (file: DownloadUrl) => void): void {
    this.setState(stateOf(file))
    const { url, filename, size, expires_at } = file
    if (url) take({ url, filename, size: size ?? 0, expires_at: expires_at ?? '' })
  }

  private setState(state: EventDownloadState): void {
    runInAction(() => {
      this.state = state
    })
  }
}

function stateOf(file: EventFile): EventDownloadState {
  if (isProcessing(file)) return { kind: 'preparing', file }
  return file.state === 'failed' ? { kind: 'failed', errorMessage: failureOf(file) } : { kind: 'idle' }
}

export const eventDownloadStore = (api: Api): EventDownloadStore => new EventDownloadStore(new ClipsApi(api))
