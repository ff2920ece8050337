import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import type { ErrorMessage } from '@/shared/http/errors'
import type { VideoOwner, VideosApi } from '../../videosApi'

/** Bytes in one request. A proxy or a lost connection never costs more than this. */
export const CHUNK_BYTES = 32 * 2 ** 20
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, ...Array<number>(60).fill(20_000)]
const SPEED_WINDOW_MS = 10_000
/** Statuses after which the same request can succeed later. */
const TRANSIENT_STATUSES: readonly number[] = [0, 409, 423, 429, 460]

export type TransferState = 'sending' | 'paused' | 'waiting' | 'done' | 'failed'

/** The part of `tus.Upload` that a transfer uses. */
export interface TusUpload {
  url: string | null
  start(): void
  abort(shouldTerminate?: boolean): Promise<void>
}
export type CreateTusUpload = (file: File, options: UploadOptions) => TusUpload

export const createTusUpload: CreateTusUpload = (file, options) => new Upload(file, options)

interface Target {
  owner: VideoOwner
  /** Whether the video replaces the others. */
  replace: boolean
  /** The upload that the server has a part of. */
  uploadId?: number
}

/** One file on its way to the server (tus 1.0). It survives lost connections, and can be paused. */
export class FileTransfer {
  state: TransferState = 'sending'
  sent = 0
  error: ErrorMessage | null = null
  /** Bytes per second in the last ten seconds. */
  speed = 0
  private upload: TusUpload | null = null
  private samples: { at: number; sent: number }[] = []

  constructor(
    readonly file: File,
    readonly target: Target,
    private readonly api: VideosApi,
    private readonly onDone: () => void,
    private readonly create: CreateTusUpload = createTusUpload,
    private readonly now: () => number = () => performance.now(),
  ) {
    makeObservable(this, {
      state: observable,
      sent: observable,
      error: observableRef,
      speed: observable,
      percent: computed,
      secondsLeft: computed,
      pause: action,
      resume: action,
    })
    globalThis.addEventListener?.('online', this.resumeWaiting)
  }

  get percent(): number {
    return (100 * this.sent) / this.file.size
  }

  get secondsLeft(): number | null {
    return this.speed > 0 ? (this.file.size - this.sent) / this.speed : null
  }

  /** Send the file, or what the server does not have of it. */
  async start(): Promise<void> {
    try {
      this.upload ??= await this.createUpload()
      if (this.state === 'sending') this.upload.start()
    } catch {
      this.fail({ code: 'network', text: '' })
    }
  }

  pause(): void {
    this.state = 'paused'
    this.resetSpeed()
    void this.upload?.abort()
  }

  resume(): void {
    this.state = 'sending'
    this.error = null
    void this.start()
  }

  /** Stop, and delete what the server has of the file. */
  async cancel(): Promise<void> {
    this.dispose()
    await this.upload?.abort(true).catch(() => undefined)
  }

  /** Stop. What the server has of the file stays there. */
  dispose(): void {
    globalThis.removeEventListener?.('online', this.resumeWaiting)
    if (this.state !== 'done') void this.upload?.abort()
  }

  private async createUpload(): Promise<TusUpload> {
    const { owner, replace, uploadId } = this.target
    const { url } = await this.api.uploadTarget(uploadId)
    return this.create(this.file, {
      ...(uploadId === undefined ? { endpoint: url } : { uploadUrl: url }),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      metadata: {
        filename: this.file.name,
        filetype: this.file.type,
        [owner.kind]: owner.key,
        ...(replace ? { replace: '1' } : {}),
      },
      // The key may have been renewed since the last part.
      onBeforeRequest: async request => {
        request.setHeader('Authorization', `Bearer ${(await this.api.uploadTarget()).apiKey}`)
      },
      onShouldRetry: error => this.waitFor(error),
      onProgress: sent => this.progress(sent),
      onSuccess: () => this.finish(),
      onError: error => this.fail(readError(error)),
    })
  }

  private readonly resumeWaiting = (): void => {
    if (this.state !== 'waiting') return
    void this.upload?.abort()
    this.resume()
  }

  private waitFor(error: unknown): boolean {
    const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
    const isTransient = TRANSIENT_STATUSES.includes(status) || status >= 500
    if (isTransient) {
      runInAction(() => {
        this.state = 'waiting'
        this.resetSpeed()
      })
    }
    return isTransient
  }

  private progress(sent: number): void {
    runInAction(() => {
      if (this.state === 'waiting') this.state = 'sending'
      const at = this.now()
      this.samples = [...this.samples.filter(sample => at - sample.at < SPEED_WINDOW_MS), { at, sent }]
      const [first] = this.samples
      if (first && at > first.at) this.speed = Math.max(0, (1000 * (sent - first.sent)) / (at - first.at))
      this.sent = sent
    })
  }

  private finish(): void {
    runInAction(() => {
      this.state = 'done'
      this.sent = this.file.size
    })
    this.dispose()
    this.onDone()
  }

  private fail(error: ErrorMessage): void {
    runInAction(() => {
      this.state = 'failed'
      this.error = error
      this.resetSpeed()
    })
  }

  private resetSpeed(): void {
    this.samples = []
    this.speed = 0
  }
}

/** Return the server's message in an error of the tus client. */
function readError(error: unknown): ErrorMessage {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  try {
    const { code, message, params } = JSON.parse(body ?? '')
    return { code, text: message, params }
  } catch {
    return { code: '', text: '' }
  }
}
