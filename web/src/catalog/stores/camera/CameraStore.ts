import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx'
import { deviceNow } from '@/shared/clock'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { ChunkStore, StoredSession } from '../../camera/ChunkStore'
import { splitData } from '../../camera/pieces'
import {
  bestForCamera,
  decideQuality,
  FIRST_QUALITY,
  type PictureSize,
  QUALITIES,
  type Quality,
} from '../../camera/quality'
import type { RecordedData } from '../../camera/Recorder'
import type { CameraClient, CameraStatus } from '../../cameraApi'
import type { CameraDevice } from './CameraDevice'
import { ChunkSender } from './ChunkSender'

/** `stopping`: nothing more is recorded, and the rest is sent. `done`: the server has everything. */
export type CameraPhase = 'ready' | 'starting' | 'live' | 'stopping' | 'done'

/** What a recorder does for the store. */
export interface CameraRecorder {
  record(stream: MediaStream, quality: Quality, picture: PictureSize): Promise<void>
  stop(): Promise<void>
}

/** Chunks of an earlier visit that were not sent. */
export interface Unsent {
  session: StoredSession
  durationMs: number
}

interface Options {
  createRecorder(onData: (data: RecordedData) => void, onError: () => void): CameraRecorder
  createId?: () => string
  hash?: (data: ArrayBuffer) => Promise<string>
  now?: () => number
}

/** The most bytes that the phone keeps. At 2.5 Mbit/s they are more than one hour. */
export const MAX_STORED_BYTES = 1.5 * 2 ** 30
const ADAPT_INTERVAL_MS = 2000

/** The phone as the camera of one event: records, keeps, sends, and adapts to the line. */
export class CameraStore {
  phase: CameraPhase = 'ready'
  error: ErrorMessage | null = null
  /** Why the recording stopped, if nobody stopped it. */
  problem: 'full' | 'recorder' | null = null
  status: CameraStatus | null = null
  qualityIndex = FIRST_QUALITY
  sender: ChunkSender | null = null
  unsent: readonly Unsent[] = []
  startedAt = 0
  private recorder: CameraRecorder | null = null
  private pending: Promise<void> = Promise.resolve()
  private nextNumber = 0
  private changedAt = 0
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly createId: () => string
  private readonly hash: (data: ArrayBuffer) => Promise<string>
  private readonly now: () => number

  constructor(
    readonly eventKey: string,
    readonly client: CameraClient,
    private readonly chunks: ChunkStore,
    readonly device: CameraDevice,
    private readonly options: Options,
  ) {
    this.createId = options.createId ?? (() => crypto.randomUUID())
    this.hash = options.hash ?? hashData
    this.now = options.now ?? (() => performance.now())
    makeObservable(this, {
      phase: observable,
      error: observableRef,
      problem: observable,
      status: observableRef,
      qualityIndex: observable,
      sender: observableRef,
      unsent: observableRef,
      startedAt: observable,
      quality: computed,
      isSending: computed,
      finish: action,
    })
    device.onLost = () => void this.reopen()
  }

  get quality(): Quality {
    return QUALITIES[this.qualityIndex] ?? QUALITIES[0]
  }

  /** Whether closing the page would stop a recording, or leave chunks unsent. */
  get isSending(): boolean {
    return this.phase === 'starting' || this.phase === 'live' || this.phase === 'stopping'
  }

  /** Load the state of the stream, and what an earlier visit left. */
  async load(): Promise<void> {
    const unsent: Unsent[] = []
    for (const session of await this.chunks.listSessions(this.eventKey)) {
      if (session.id === this.sender?.session) continue
      const chunks = await this.chunks.list(session.id)
      const durationMs = chunks.reduce((sum, chunk) => sum + chunk.durationMs, 0)
      if (chunks.length > 0) unsent.push({ session, durationMs })
      else await this.chunks.removeSession(session.id)
    }
    runInAction(() => {
      this.unsent = unsent
    })
    await this.refresh()
  }

  /** Load the state of the stream. */
  async refresh(): Promise<void> {
    try {
      const status = await this.client.status()
      runInAction(() => {
        this.status = status
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
    }
  }

  /** Start the session on the server, and record. The error says why this failed. */
  async goLive(): Promise<void> {
    const { stream } = this.device
    if (!stream || this.isSending) return
    this.update({ phase: 'starting', error: null, problem: null })
    const session = { id: this.createId(), eventKey: this.eventKey, startedAt: deviceNow() }
    try {
      const status = await this.client.start(session.id)
      await this.chunks.addSession(session)
      this.update({ status, startedAt: this.now(), qualityIndex: Math.max(FIRST_QUALITY, this.bestQuality) })
      this.begin(session.id)
      this.recorder = this.options.createRecorder(
        data => this.keep(data),
        () => void this.fail('recorder'),
      )
      await this.recorder.record(stream, this.quality, this.device.pictureSize)
      this.update({ phase: 'live' })
      this.changedAt = this.now()
      this.timer = setInterval(() => void this.adapt(), ADAPT_INTERVAL_MS)
    } catch (error) {
      this.sender?.stop()
      if (!(error instanceof HttpError)) {
        this.update({ phase: 'ready', problem: 'recorder' })
        return
      }
      this.update({ phase: 'ready', error: error.errorMessage })
    }
  }

  /** Stop recording, send the rest, and end the session, or also the stream of the event. */
  async stop(what: 'camera' | 'stream'): Promise<void> {
    if (this.phase !== 'live') return
    this.update({ phase: 'stopping' })
    await this.stopRecorder()
    await this.finish(what)
  }

  /** Record the picture of another size, or of another camera, from now on. */
  async restart(): Promise<void> {
    const { stream } = this.device
    if (this.phase === 'live' && stream)
      await this.recorder?.record(stream, this.quality, this.device.pictureSize)
  }

  /** Use the other camera. */
  async turn(): Promise<void> {
    const stopOld = await this.device.turn()
    await this.restart()
    stopOld()
  }

  /** Send what an earlier visit left. */
  async sendUnsent({ session }: Unsent): Promise<void> {
    this.update({ phase: 'stopping', error: null })
    this.begin(session.id)
    await this.finish('camera')
    await this.load()
  }

  async discardUnsent({ session }: Unsent): Promise<void> {
    await this.chunks.removeSession(session.id)
    await this.load()
  }

  /** Choose the quality for the line as it is now. */
  async adapt(): Promise<void> {
    const { sender } = this
    if (this.phase !== 'live' || !sender) return
    const decided = decideQuality(this.qualityIndex, {
      uploadRate: sender.uploadRate,
      backlogSeconds: sender.backlogSeconds,
      backlogBits: sender.backlogBytes * 8,
      secondsSinceChange: (this.now() - this.changedAt) / 1000,
    })
    const index = Math.max(decided, this.bestQuality)
    if (index === this.qualityIndex) return
    this.update({ qualityIndex: index })
    this.changedAt = this.now()
    await this.restart()
  }

  /** Stop recording and sending, because the page closes. What is not sent stays on the phone. */
  dispose(): void {
    clearInterval(this.timer)
    void this.recorder?.stop()
    this.sender?.stop()
    this.device.close()
  }

  /** Wait for the last chunk, then end the session. Without a connection this waits. */
  async finish(what: 'camera' | 'stream'): Promise<void> {
    const { sender } = this
    if (!sender) return
    sender.complete()
    await this.running
    if (sender.state === 'refused') {
      this.update({ phase: 'ready', error: sender.error, sender: null })
      await this.load()
      return
    }
    await this.chunks.removeSession(sender.session)
    try {
      const status = await this.client.end(sender.session)
      if (what === 'stream') await this.client.stopStream()
      this.update({ status, phase: 'done', sender: null })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      this.update({ phase: 'done', sender: null, error: error.errorMessage })
    }
  }

  private running: Promise<void> = Promise.resolve()

  private begin(session: string): void {
    this.nextNumber = 0
    const sender = new ChunkSender(this.client, this.chunks, session)
    this.update({ sender })
    this.running = sender.run().then(() => {
      if (sender.state === 'refused' && this.phase === 'live') void this.handleRefusal(sender)
    })
  }

  /** The server takes no more video: stop, and show why. The chunks stay on the phone. */
  private async handleRefusal(sender: ChunkSender): Promise<void> {
    await this.stopRecorder()
    this.update({ phase: 'ready', error: sender.error, sender: null })
    await this.load()
  }

  private async fail(problem: 'full' | 'recorder'): Promise<void> {
    if (this.phase !== 'live') return
    this.update({ phase: 'stopping', problem })
    await this.stopRecorder()
    await this.finish('camera')
  }

  private async stopRecorder(): Promise<void> {
    clearInterval(this.timer)
    await this.recorder?.stop()
    await this.pending
    this.recorder = null
  }

  /** The index of the best quality that the camera has. */
  private get bestQuality(): number {
    const { width, height } = this.device.pictureSize
    return bestForCamera(Math.min(width, height))
  }

  /** Keep what the recorder wrote. The order of the data is the order of the chunks. */
  private keep(data: RecordedData): void {
    this.pending = this.pending.then(() => this.addChunks(data)).catch(() => void this.fail('full'))
  }

  private async addChunks({ data, recording, durationMs }: RecordedData): Promise<void> {
    const { sender } = this
    if (!sender) return
    if (sender.backlogBytes + data.size > MAX_STORED_BYTES) throw new Error('the phone is full')
    for (const piece of splitData(new Uint8Array(await data.arrayBuffer()), durationMs)) {
      const { buffer } = piece.data
      const sha256 = await this.hash(buffer)
      const number = this.nextNumber
      this.nextNumber += 1
      await sender.add({
        session: sender.session,
        number,
        recording,
        sha256,
        durationMs: piece.durationMs,
        data: buffer,
      })
    }
  }

  /** Open the camera again after the browser took it away. */
  private async reopen(): Promise<void> {
    await this.device.open()
    await this.restart()
  }

  private update(
    changes: Partial<
      Pick<CameraStore, 'phase' | 'error' | 'problem' | 'status' | 'qualityIndex' | 'sender' | 'startedAt'>
    >,
  ): void {
    runInAction(() => Object.assign(this, changes))
  }
}

/** Return the SHA-256 of data in hex. */
export async function hashData(data: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
