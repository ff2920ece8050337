import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import { type ChunkInfo, type ChunkStore, describeChunk, type StoredChunk } from '../../camera/ChunkStore'
import { UploadRate } from '../../camera/uploadRate'
import type { CameraClient, CameraStatus } from '../../cameraApi'
import { PollDelay } from '../scoring/PollDelay'

/**
 * How many chunks are on their way at the same time. On a line of 1 Mbit/s with 2 % loss and 200 ms, TCP carries
 * 0.3 Mbit/s of chunks of 90 KB with one, and 0.8 Mbit/s with four.
 */
export const MAX_IN_FLIGHT = 4
/** How far before its turn the server takes a chunk. */
const MAX_EARLY_CHUNKS = 8
/** The most that is on its way: what the line carries in this time. The server waits 20 s for a chunk. */
const MAX_SEND_MS = 8000
const MIN_TIMEOUT_MS = 10_000
const MAX_TIMEOUT_MS = 30_000
/** A request that takes this many times as long as expected has lost its connection. */
const TIMEOUT_FACTOR = 4
export const IDLE_MS = 8000
const MAX_DELAY_MS = 4000
/** Behind by less than this is normal: the browser returns video every two seconds. */
export const NORMAL_BACKLOG_SECONDS = 5
/** Statuses after which the same request can succeed later. */
const TRANSIENT_STATUSES: readonly number[] = [0, 408, 429, 500, 502, 503, 504]
const THROTTLED = 429
const DAMAGED = 'errors.camera_chunk_damaged'

/** `catching-up`: sends what was recorded while there was no connection. */
export type SenderState = 'idle' | 'sending' | 'catching-up' | 'waiting' | 'refused'

interface Options {
  delay?: PollDelay
  now?: () => number
}

/**
 * Sends the chunks of a session in order, several at the same time. A chunk stays on the phone until the server has it
 * and all chunks before it.
 *
 * Without a connection it tries again with one chunk, ever more slowly, and at once when the browser is online again.
 */
export class ChunkSender {
  state: SenderState = 'idle'
  /** Why the server takes no more chunks, or why the last request failed. */
  error: ErrorMessage | null = null
  status: CameraStatus | null = null
  /** Bits per second when something was last sent; null if nothing was. */
  uploadRate: number | null = null
  /** The chunks that the server has not acknowledged, in order. */
  private waiting: ChunkInfo[] = []
  private readonly rate = new UploadRate()
  private readonly delay: PollDelay
  private readonly now: () => number
  private controller: AbortController | null = null
  private readonly inFlight = new Map<number, Promise<void>>()
  /** Chunks that the server has stored before their turn. */
  private readonly early = new Set<number>()
  private failures = 0
  private retryDelayMs = 0
  /** The state while the connection works. */
  private active: 'sending' | 'catching-up' = 'sending'
  private failure: unknown = null
  private end: 'open' | 'complete' = 'open'

  constructor(
    private readonly client: CameraClient,
    private readonly chunks: ChunkStore,
    readonly session: string,
    options: Options = {},
  ) {
    this.delay = options.delay ?? new PollDelay()
    this.now = options.now ?? (() => performance.now())
    makeObservable<this, 'waiting'>(this, {
      state: observable,
      error: observableRef,
      status: observableRef,
      waiting: observableRef,
      uploadRate: observable,
      backlogBytes: computed,
      backlogSeconds: computed,
    })
  }

  /** Bytes of video that the server does not have. */
  get backlogBytes(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Seconds of video that the server does not have. */
  get backlogSeconds(): number {
    return this.waiting.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000
  }

  /** Keep a chunk, and send it when its turn comes. Rejects if the phone has no room for it. */
  async add(chunk: StoredChunk): Promise<void> {
    await this.chunks.add(chunk)
    this.setWaiting([...this.waiting, describeChunk(chunk)])
    if (this.failures === 0) this.delay.wake()
  }

  /** Send until `complete` and the last chunk, or until `stop`. */
  async run(): Promise<void> {
    const controller = new AbortController()
    this.controller = controller
    globalThis.addEventListener?.('online', this.retryNow, { signal: controller.signal })
    this.setWaiting(await this.chunks.list(this.session))
    while (!controller.signal.aborted && this.state !== 'refused') {
      this.sendNext(controller.signal)
      if (this.waiting.length === 0 && this.end === 'complete') return
      await this.waitForChange()
      if (this.failure) throw this.failure
    }
    await Promise.all(this.inFlight.values())
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
    this.retryDelayMs = 0
    this.delay.wake()
  }

  /** Send what the line carries at the same time. Only one chunk, if the last request failed. */
  private sendNext(signal: AbortSignal): void {
    for (let next = this.findNext(); next && this.fits(next); next = this.findNext()) {
      if (this.failures === 0) this.setState(this.active)
      const { number } = next
      const sending = this.send(number, signal)
        .catch((failure: unknown) => {
          this.failure = failure
        })
        .finally(() => {
          this.inFlight.delete(number)
          if (this.retryDelayMs === 0 || this.inFlight.size === 0) this.delay.wake()
        })
      this.inFlight.set(number, sending)
    }
  }

  /** Return the first chunk that is not on its way. The server takes it only a few numbers before its turn. */
  private findNext(): ChunkInfo | undefined {
    const limit = (this.waiting[0]?.number ?? 0) + MAX_EARLY_CHUNKS
    return this.waiting.find(
      ({ number }) => number <= limit && !this.inFlight.has(number) && !this.early.has(number),
    )
  }

  private fits({ bytes }: ChunkInfo): boolean {
    if (this.inFlight.size === 0) return this.retryDelayMs === 0
    if (this.inFlight.size >= MAX_IN_FLIGHT || this.failures > 0 || this.uploadRate === null) return false
    return this.expectMs(bytes) <= MAX_SEND_MS
  }

  /** Return how long the line takes for what is on its way and `bytes` more. */
  private expectMs(bytes: number): number {
    const sent = this.waiting.filter(({ number }) => this.inFlight.has(number))
    const all = sent.reduce((sum, chunk) => sum + chunk.bytes, bytes)
    return this.uploadRate === null ? Number.POSITIVE_INFINITY : (all * 8000) / this.uploadRate
  }

  private async waitForChange(): Promise<void> {
    const isRetry = this.inFlight.size === 0 && this.retryDelayMs > 0
    if (!isRetry) {
      if (this.waiting.length === 0) this.setState('idle')
      await this.delay.wait(IDLE_MS)
      return
    }
    const delay = this.retryDelayMs
    this.retryDelayMs = 0
    await this.delay.wait(delay)
  }

  private async send(number: number, signal: AbortSignal): Promise<void> {
    const startedAt = this.now()
    const chunk = await this.chunks.get(this.session, number)
    if (!chunk) return this.acknowledge(number, number + 1)
    const ms = Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, TIMEOUT_FACTOR * this.expectMs(0)))
    try {
      const signals = [signal, AbortSignal.timeout(ms)]
      const status = await this.client.send(this.session, chunk, AbortSignal.any(signals))
      this.rate.add(chunk.data.byteLength, startedAt, this.now())
      this.failures = 0
      this.retryDelayMs = 0
      runInAction(() => {
        this.status = status
        this.error = null
        this.uploadRate = this.rate.at(this.now())
      })
      await this.acknowledge(number, status.next_number)
    } catch (error) {
      if (!signal.aborted) await this.handleError(error, number)
    }
  }

  /** Delete what the server has: all chunks before a number. A chunk after it is not sent again. */
  private async acknowledge(number: number, nextNumber: number): Promise<void> {
    if (number >= nextNumber) this.early.add(number)
    if ((this.waiting[0]?.number ?? nextNumber) < nextNumber) {
      await this.chunks.removeBefore(this.session, nextNumber)
      this.setWaiting(this.waiting.filter(chunk => chunk.number >= nextNumber))
      for (const early of this.early) if (early < nextNumber) this.early.delete(early)
    }
    if (this.backlogSeconds < NORMAL_BACKLOG_SECONDS) this.active = 'sending'
    this.setState(this.active)
  }

  private async handleError(error: unknown, number: number): Promise<void> {
    if (!(error instanceof HttpError)) throw error
    runInAction(() => {
      this.error = error.errorMessage
    })
    const nextNumber = readNextNumber(error)
    if (nextNumber !== null && nextNumber > number) {
      await this.acknowledge(number, nextNumber)
      return
    }
    if (nextNumber !== null && this.waiting.some(chunk => chunk.number === nextNumber)) {
      this.early.clear()
    } else if (!TRANSIENT_STATUSES.includes(error.status) && error.code !== DAMAGED) {
      this.setState('refused')
      this.controller?.abort()
      return
    }
    this.retryLater(error)
  }

  /** Wait before the next request. Requests that fail at the same time count once. */
  private retryLater({ status, retryAfter }: HttpError): void {
    if (this.retryDelayMs > 0) return
    const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** this.failures)
    this.retryDelayMs = retryAfter === null ? delay : retryAfter * 1000
    this.failures += 1
    if (status === THROTTLED) return
    this.active = 'catching-up'
    this.setState('waiting')
  }

  private setWaiting(waiting: ChunkInfo[]): void {
    runInAction(() => {
      this.waiting = waiting
    })
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
