import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { CLIP_POLL_MS } from '@/shared/constants'
import type { ErrorMessage } from '@/shared/http/errors'
import { poll, type Sleep } from '@/shared/http/poll'
import type { Api } from '@/shared/http/session'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { ClipsApi } from '../api'
import { errorMessageOf, failureOf } from '../errorMessageOf'
import { type DownloadUrl, type EventFile, isProcessing } from '../model'

/** The state of the event file. `preparing`: the server creates it, and the download starts automatically. */
type EventDownloadState =
  | { readonly kind: 'idle' | 'requesting' }
  | { readonly kind: 'preparing'; readonly file: EventFile }
  /** The server refused the request, or could not create the file. */
  | { readonly kind: 'failed'; readonly errorMessage: ErrorMessage }

/**
 * The download of a complete event. The first request makes the server create the file. The store polls it and
 * starts the download when the file is ready.
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

  /** Set the event of the page. */
  open(id: number): void {
    if (id === this.id) return
    this.reset()
    this.id = id
  }

  /** Request the file, and wait while the server creates it. `onUrl` receives its URL. */
  async requestFile(onUrl: (file: DownloadUrl) => void): Promise<void> {
    const { id, abort } = this
    if (id === null || this.state.kind === 'requesting') return
    this.setState({ kind: 'requesting' })
    try {
      const file = await this.api.eventFile(id, abort.signal)
      if (abort.signal.aborted) return
      this.handleFile(file, onUrl)
      if (isProcessing(file)) void this.pollFile(id, onUrl)
    } catch (error) {
      if (!abort.signal.aborted) this.setState({ kind: 'failed', errorMessage: errorMessageOf(error) })
    }
  }

  /** Clear the error after the viewer has seen it. */
  clearError(): void {
    if (this.state.kind === 'failed') this.state = { kind: 'idle' }
  }

  reset(): void {
    this.abort.abort()
    this.abort = new AbortController()
    this.id = null
    this.state = { kind: 'idle' }
  }

  private async pollFile(id: number, onUrl: (file: DownloadUrl) => void): Promise<void> {
    const { signal } = this.abort
    await poll(
      signal => this.api.eventFile(id, signal),
      file => !isProcessing(file),
      {
        signal,
        interval: CLIP_POLL_MS,
        sleep: this.sleep,
        onValue: file => this.handleFile(file, onUrl),
      },
    ).catch(() => undefined)
    // The file was deleted, or the viewer lost access. Another press sends a new request.
    if (!signal.aborted && this.state.kind === 'preparing')
      this.setState({ kind: 'failed', errorMessage: UNKNOWN_ERROR })
  }

  private handleFile(file: EventFile, onUrl: (file: DownloadUrl) => void): void {
    this.setState(stateOf(file))
    const { url, filename, size, expires_at } = file
    if (url) onUrl({ url, filename, size: size ?? 0, expires_at: expires_at ?? '' })
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
