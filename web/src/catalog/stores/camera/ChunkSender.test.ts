import { beforeEach, describe, expect, it } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { MemoryChunkStore, type StoredChunk } from '../../camera/ChunkStore'
import type { CameraClient, CameraStatus, SentChunk } from '../../cameraApi'
import { PollDelay } from '../scoring/PollDelay'
import { ChunkSender } from './ChunkSender'

const STATUS: CameraStatus = {
  state: 'live',
  fault: '',
  session: 'phone',
  next_number: 0,
  published_number: 0,
  is_ended: false,
}

/** Keeps what it gets, as the server does. `failures` are thrown first; `isAnswerLost` after storing. */
class FakeServer implements CameraClient {
  stored: number[] = []
  failures: Error[] = []
  isAnswerLost = false

  async send(_session: string, chunk: SentChunk): Promise<CameraStatus> {
    const failure = this.failures.shift()
    if (failure) throw failure
    const next = this.stored.length
    if (chunk.number > next) throw gap(next)
    if (chunk.number === next) this.stored.push(chunk.number)
    if (this.isAnswerLost) {
      this.isAnswerLost = false
      throw offline()
    }
    return { ...STATUS, next_number: this.stored.length }
  }

  start = async () => STATUS
  status = async () => STATUS
  end = async () => STATUS
  stopStream = async () => undefined
}

const offline = () => new HttpError(0, 'network', '')
const refused = (code: string, status = 400) => new HttpError(status, code, '')
const gap = (next: number) =>
  new HttpError(409, 'errors.camera_chunk_gap', '', {}, null, null, null, {}, {
    next_number: next,
  } as object)

/** Ends each wait at once. */
class NoDelay extends PollDelay {
  waits: number[] = []
  onWait = (): void => undefined
  override async wait(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds)
    this.onWait()
  }
}

const chunk = (number: number): StoredChunk => ({
  session: 'phone',
  number,
  recording: 0,
  sha256: String(number),
  durationMs: 1000,
  data: new ArrayBuffer(10),
})

let server: FakeServer
let chunks: MemoryChunkStore
let delay: NoDelay
let sender: ChunkSender

beforeEach(() => {
  server = new FakeServer()
  chunks = new MemoryChunkStore()
  delay = new NoDelay()
  sender = new ChunkSender(server, chunks, 'phone', { delay })
})

async function sendAll(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await sender.add(chunk(number))
  sender.complete()
  await sender.run()
}

describe('the sender of chunks', () => {
  it('sends them in order and forgets them', async () => {
    await sendAll(3)
    expect(server.stored).toEqual([0, 1, 2])
    expect(await chunks.first('phone')).toBeNull()
    expect([sender.backlogMs, sender.backlogBytes]).toEqual([0, 0])
  })

  it('keeps them while there is no connection, and waits ever longer', async () => {
    server.failures = [offline(), refused('', 503), refused('errors.throttled', 429)]
    await sendAll(2)
    expect(server.stored).toEqual([0, 1])
    expect(delay.waits).toEqual([500, 1000, 2000])
    expect(sender.error).toBeNull()
  })

  it('sends a chunk once more if its answer was lost, and the server keeps one', async () => {
    server.isAnswerLost = true
    await sendAll(2)
    expect(server.stored).toEqual([0, 1])
  })

  it('sends a damaged chunk again', async () => {
    server.failures = [refused('errors.camera_chunk_damaged')]
    await sendAll(1)
    expect(server.stored).toEqual([0])
  })

  it('forgets what the server has already', async () => {
    server.stored = [0, 1]
    await chunks.add(chunk(1))
    await chunks.add(chunk(2))
    sender.complete()
    await sender.run()
    expect(server.stored).toEqual([0, 1, 2])
  })

  it('stops with the reason if the server takes no more, and keeps the chunks', async () => {
    server.failures = [refused('errors.camera_stream_closed')]
    await sendAll(2)
    expect(sender.state).toBe('refused')
    expect(sender.error?.code).toBe('errors.camera_stream_closed')
    expect((await chunks.measure('phone')).chunks).toBe(2)
  })

  it('is refused if the phone has lost a chunk that the server needs', async () => {
    await chunks.add(chunk(5))
    await sender.run()
    expect(sender.state).toBe('refused')
  })

  it('sends what an earlier visit left', async () => {
    await chunks.add(chunk(0))
    await chunks.add(chunk(1))
    delay.onWait = () => sender.complete()
    await sender.run()
    expect(server.stored).toEqual([0, 1])
  })
})
