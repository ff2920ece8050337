import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { ChunkStore, StoredChunk } from '../../camera/ChunkStore'
import { UploadRate } from '../../camera/uploadRate'
import type { CameraClient, CameraStatus } from '../../cameraApi'
import { PollDelay } from '../scoring/PollDelay'

const REQUEST_TIMEOUT_MS = 30_000
const MAX_DELAY_MS = 8000
/** Statuses after which the same request can succeed later. */
const TRANSIENT_STATUSES: readonly number[] = [0, 408, 429, 500, 502, 503, 504]
const DAMAGED = 'errors.camera_chunk_damaged'

export type SenderState = 'idle' | 'sending' | 'waiting' | 'refused'

interface Options {
  delay?: PollDelay
  now?: () => number
}

/**
 * Sends the chunks of a session in order, one at a time. A chunk stays on the phone until the server has it.
 *
 * Without a connection it tries again, ever more slowly, and at once when the browser is online again.
 */
export class ChunkSender {
  state: SenderState = 'idle'
  /** Why the server takes no more chunks, or why the last request failed. */
  error: ErrorMessage | null = null
  status: CameraStatus | null = null
  backlogMs = 0
  backlogBytes = 0
  uploadRate: number | null = null
  private readonly rate = new UploadRate()
  private readonly delay: PollDelay
  private readonly now: () => number
  private controller: AbortController | null = null
  private failures = 0
  private end: 'open' | 'complete' = 'open'

  constructor(
    private readonly client: CameraClient,
    private readonly chunks: ChunkStore,
    readonly session: string,
    options: Options = {},
  ) {
    this.delay = options.delay ?? new PollDelay()
    this.now = options.now ?? (() => performance.now())
    makeObservable(this, {
      state: observable,
      error: observableRef,
      status: observableRef,
      backlogMs: observable,
      backlogBytes: observable,
      uploadRate: observable,
      backlogSeconds: computed,
      add: action,
    })
  }

  /** Seconds of video that the server does not have. */
  get backlogSeconds(): number {
    return this.backlogMs / 1000
  }

  /** Keep a chunk, and send it when its turn comes. Rejects if the phone has no room for it. */
  async add(chunk: StoredChunk): Promise<void> {
    await this.chunks.add(chunk)
    runInAction(() => {
      this.backlogMs += chunk.durationMs
      this.backlogBytes += chunk.data.byteLength
    })
    if (this.failures === 0) this.delay.wake()
  }

  /** Send until `complete` and the last chunk, or until `stop`. */
  async run(): Promise<void> {
    const controller = new AbortController()
    this.controller = controller
    globalThis.addEventListener?.('online', this.retryNow, { signal: controller.signal })
    const { bytes, durationMs } = await this.chunks.measure(this.session)
    runInAction(() => {
      this.backlogBytes = bytes
      this.backlogMs = durationMs
    })
    while (!controller.signal.aborted) {
      const chunk = await this.chunks.first(this.session)
      if (chunk) await this.send(chunk, controller.signal)
      else if (this.end === 'complete') return
      else await this.wait(MAX_DELAY_MS, 'idle')
      if (this.state === 'refused') return
    }
  }

  /** No chunk follows. `run` ends after the last one. */
  complete(): void {
    this.end = 'complete'
    this.retryNow()
  }

  stop(): void {
    this.controller?.abort()
    this.delay.wake()
  }

  /** Try again now. */
  readonly retryNow = (): void => {
    this.failures = 0
    this.delay.wake()
  }

  private async send(chunk: StoredChunk, signal: AbortSignal): Promise<void> {
    const startedAt = this.now()
    this.setState('sending')
    try {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      const status = await this.client.send(this.session, chunk, AbortSignal.any([signal, timeout]))
      this.rate.add(chunk.data.byteLength, this.now() - startedAt, this.now())
      await this.acknowledge(chunk, status)
    } catch (error) {
      if (!signal.aborted) await this.handleError(error, chunk)
    }
  }

  /** Delete what the server has. It may have more than this chunk, if an answer was lost. */
  private async acknowledge(chunk: StoredChunk, status: CameraStatus): Promise<void> {
    await this.removeBefore(chunk, status.next_number)
    this.failures = 0
    runInAction(() => {
      this.status = status
      this.error = null
      this.uploadRate = this.rate.at(this.now())
    })
  }

  private async removeBefore(chunk: StoredChunk, nextNumber: number): Promise<void> {
    await this.chunks.removeBefore(this.session, nextNumber)
    const isOnlyOne = nextNumber === chunk.number + 1
    const rest = isOnlyOne ? null : await this.chunks.measure(this.session)
    runInAction(() => {
      this.backlogBytes = rest?.bytes ?? Math.max(0, this.backlogBytes - chunk.data.byteLength)
      this.backlogMs = rest?.durationMs ?? Math.max(0, this.backlogMs - chunk.durationMs)
    })
  }

  private async handleError(error: unknown, chunk: StoredChunk): Promise<void> {
    if (!(error instanceof HttpError)) throw error
    runInAction(() => {
      this.error = error.errorMessage
      this.uploadRate = this.rate.at(this.now())
    })
    const nextNumber = readNextNumber(error)
    if (nextNumber !== null && nextNumber > chunk.number) {
      await this.removeBefore(chunk, nextNumber)
    } else if (!TRANSIENT_STATUSES.includes(error.status) && error.code !== DAMAGED) {
      this.setState('refused')
      return
    }
    const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** this.failures)
    this.failures += 1
    await this.wait(error.retryAfter === null ? delay : error.retryAfter * 1000, 'waiting')
  }

  private async wait(ms: number, state: SenderState): Promise<void> {
    this.setState(state)
    await this.delay.wait(ms)
  }

  private setState(state: SenderState): void {
    runInAction(() => {
      this.state = state
    })
  }
}

/** Return the number that the server needs after a gap; null for other errors. */
function readNextNumber({ status, problem }: HttpError): number | null {
  const { next_number: number } = problem as { next_number?: unknown }
  return status === 409 && typeof number === 'number' ? number : null
}
