import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { MemoryChunkStore, type StoredChunk } from '../../camera/ChunkStore'
import type { CameraClient, CameraStatus, SentChunk } from '../../cameraApi'
import { PollDelay } from '../scoring/PollDelay'
import { ChunkSender, IDLE_MS, MAX_IN_FLIGHT } from './ChunkSender'

const STATUS: CameraStatus = {
  state: 'live',
  fault: '',
  session: 'phone',
  next_number: 0,
  published_number: 0,
  is_ended: false,
}

/**
 * Keeps what it gets, as the server does. `failures` are thrown first; `isAnswerLost` after storing. With `hold`, the
 * answers wait for `answer`.
 */
class FakeServer implements CameraClient {
  stored: number[] = []
  failures: Error[] = []
  isAnswerLost = false
  requests: number[] = []
  hold = false
  private held = new Map<number, () => void>()

  get nextNumber(): number {
    let next = 0
    while (this.stored.includes(next)) next += 1
    return next
  }

  async send(_session: string, chunk: SentChunk): Promise<CameraStatus> {
    this.requests.push(chunk.number)
    if (this.hold) await new Promise<void>(resolve => this.held.set(chunk.number, resolve))
    const failure = this.failures.shift()
    if (failure) throw failure
    if (chunk.number > this.nextNumber + 8) throw gap(this.nextNumber)
    if (!this.stored.includes(chunk.number)) this.stored.push(chunk.number)
    if (this.isAnswerLost) {
      this.isAnswerLost = false
      throw offline()
    }
    return { ...STATUS, next_number: this.nextNumber }
  }

  answer(number: number): void {
    this.held.get(number)?.()
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

/** Ends each wait before another try at once. */
class NoDelay extends PollDelay {
  waits: number[] = []
  onIdle = (): void => undefined
  override async wait(milliseconds: number): Promise<void> {
    if (milliseconds === IDLE_MS) {
      this.onIdle()
      return super.wait(milliseconds)
    }
    this.waits.push(milliseconds)
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
    expect(await chunks.list('phone')).toEqual([])
    expect([sender.backlogSeconds, sender.backlogBytes]).toEqual([0, 0])
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
    expect(await chunks.list('phone')).toHaveLength(2)
  })

  it('is refused if the phone has lost a chunk that the server needs', async () => {
    await chunks.add(chunk(9))
    await sender.run()
    expect(sender.state).toBe('refused')
  })

  it('sends what an earlier visit left', async () => {
    await chunks.add(chunk(0))
    await chunks.add(chunk(1))
    delay.onIdle = () => sender.complete()
    await sender.run()
    expect(server.stored).toEqual([0, 1])
  })

  describe('on a line that is known', () => {
    let running: Promise<void>

    beforeEach(async () => {
      await sender.add(chunk(0))
      running = sender.run()
      await vi.waitFor(() => expect(sender.uploadRate).not.toBeNull())
      server.hold = true
      server.requests = []
      for (let number = 1; number <= 20; number += 1) await sender.add(chunk(number))
      await vi.waitFor(() => expect(server.requests).toHaveLength(MAX_IN_FLIGHT))
    })

    afterEach(async () => {
      server.hold = false
      sender.complete()
      while (sender.backlogBytes > 0) {
        for (const number of server.requests) server.answer(number)
        await new Promise(resolve => setTimeout(resolve))
      }
      await running
      expect(new Set(server.stored).size).toBe(21)
    })

    it('sends several at the same time, in order', () => {
      expect(server.requests).toEqual([1, 2, 3, 4])
    })

    it('keeps a chunk that the server has until it has those before it, and does not send it again', async () => {
      server.answer(2)
      await vi.waitFor(() => expect(server.requests).toEqual([1, 2, 3, 4, 5]))
      expect((await chunks.list('phone'))[1]?.number).toBe(2)
      server.answer(1)
      await vi.waitFor(() => expect(server.requests).toEqual([1, 2, 3, 4, 5, 6]))
      expect((await chunks.list('phone'))[0]?.number).toBe(3)
    })

    it('sends nothing that the server would not take before its turn', async () => {
      for (let number = 2; number <= 9; number += 1) {
        await vi.waitFor(() => expect(server.requests).toContain(number))
        server.answer(number)
      }
      await vi.waitFor(() => expect(server.stored).toHaveLength(9))
      expect(Math.max(...server.requests)).toBe(9)
    })

    it('tries with one chunk after a break, and shows that it catches up', async () => {
      server.failures = [offline(), offline(), offline(), offline()]
      for (const number of [1, 2, 3, 4]) server.answer(number)
      await vi.waitFor(() => expect(server.requests).toEqual([1, 2, 3, 4, 1]))
      expect([sender.state, delay.waits]).toEqual(['waiting', [500]])
      server.answer(1)
      await vi.waitFor(() => expect(server.requests).toHaveLength(4 + 1 + MAX_IN_FLIGHT))
      expect(sender.state).toBe('catching-up')
    })
  })

  it('sends one at a time on a slow line, so that each arrives in time', async () => {
    sender = new ChunkSender(server, chunks, 'phone', { delay, now: () => 6000 * server.requests.length })
    await sender.add(chunk(0))
    const running = sender.run()
    await vi.waitFor(() => expect(sender.uploadRate).not.toBeNull())
    server.hold = true
    for (const number of [1, 2]) await sender.add(chunk(number))
    await vi.waitFor(() => expect(server.requests).toEqual([0, 1]))
    server.hold = false
    sender.complete()
    server.answer(1)
    await running
    expect(server.stored).toEqual([0, 1, 2])
  })
})
