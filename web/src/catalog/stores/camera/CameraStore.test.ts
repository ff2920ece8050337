import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '@/shared/http/errors'
import { MemoryChunkStore } from '../../camera/ChunkStore'
import { FIRST_QUALITY, type PictureSize, type Quality } from '../../camera/quality'
import type { RecordedData } from '../../camera/Recorder'
import type { CameraClient, CameraStatus, SentChunk } from '../../cameraApi'
import { CameraDevice } from './CameraDevice'
import { type CameraRecorder, CameraStore, hashData, MAX_STORED_BYTES } from './CameraStore'

const STATUS: CameraStatus = {
  state: 'live',
  fault: '',
  session: '',
  next_number: 0,
  published_number: 0,
  is_ended: false,
}

class FakeServer implements CameraClient {
  calls: string[] = []
  refusal: HttpError | null = null

  private answer(call: string): CameraStatus {
    if (this.refusal) throw this.refusal
    this.calls.push(call)
    const sent = this.calls.filter(name => name.startsWith('send')).length
    return { ...STATUS, next_number: sent }
  }

  start = async (session: string) => this.answer(`start ${session}`)
  status = async () => STATUS
  end = async (session: string) => this.answer(`end ${session}`)
  send = async (_session: string, { number, recording }: SentChunk) =>
    this.answer(`send ${number}/${recording}`)
  stopStream = async () => void this.calls.push('stop stream')
}

class FakeRecorder implements CameraRecorder {
  qualities: string[] = []
  pictures: PictureSize[] = []

  constructor(readonly onData: (data: RecordedData) => void) {}

  async record(_stream: MediaStream, quality: Quality, picture: PictureSize): Promise<void> {
    this.qualities.push(quality.name)
    this.pictures.push(picture)
  }

  async stop(): Promise<void> {
    this.write('last')
  }

  write(text: string, recording = 0): void {
    this.onData({ data: new Blob([text]), recording, durationMs: 2000 })
  }
}

const track = {
  getSettings: () => ({ width: 1920, height: 1080 }),
  addEventListener: () => undefined,
  stop: () => undefined,
}
const stream = { getVideoTracks: () => [track], getAudioTracks: () => [], getTracks: () => [track] }

let server: FakeServer
let chunks: MemoryChunkStore
let recorder: FakeRecorder
let store: CameraStore
let now: number

function createStore(): CameraStore {
  const device = new CameraDevice({} as MediaDevices)
  device.stream = stream as unknown as MediaStream
  device.state = 'open'
  return new CameraStore('game', server, chunks, device, {
    createId: () => 'phone',
    now: () => now,
    hash: async () => 'hash',
    createRecorder: onData => {
      recorder = new FakeRecorder(onData)
      return recorder
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  now = 0
  server = new FakeServer()
  chunks = new MemoryChunkStore()
  store = createStore()
})

describe('a phone that goes live', () => {
  it('starts a session, sends what it records, and ends the session', async () => {
    await store.goLive()
    expect(store.phase).toBe('live')
    recorder.write('one')
    await store.stop('camera')
    expect(server.calls).toEqual(['start phone', 'send 0/0', 'send 1/0', 'end phone'])
    expect(store.phase).toBe('done')
    expect(await chunks.listSessions('game')).toEqual([])
  })

  it('ends the stream after the last chunk', async () => {
    await store.goLive()
    await store.stop('stream')
    expect(server.calls).toEqual(['start phone', 'send 0/0', 'end phone', 'stop stream'])
  })

  it('says why the server refuses', async () => {
    server.refusal = new HttpError(400, 'errors.camera_other', '')
    await store.goLive()
    expect([store.phase, store.error?.code]).toEqual(['ready', 'errors.camera_other'])
  })

  it('records in a lower quality on a slow line, and starts a new recording for it', async () => {
    await store.goLive()
    const { sender } = store
    if (!sender) throw new Error('no sender')
    Object.assign(sender, { uploadRate: 1e6, waiting: [{ number: 9, bytes: 1e6, durationMs: 12_000 }] })
    now = 30_000
    await store.adapt()
    expect(recorder.qualities).toEqual(['720p', '360p'])
    expect(store.qualityIndex).toBeGreaterThan(FIRST_QUALITY)
  })

  it('records a turned picture in its own shape, whatever the settings of the track are', async () => {
    await store.goLive()
    store.device.shownSize = { width: 1080, height: 1920 }
    await store.restart()
    expect(recorder.pictures).toEqual([
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
    ])
  })

  it('stops recording when the phone is full, and sends the rest', async () => {
    await store.goLive()
    const { sender } = store
    if (!sender) throw new Error('no sender')
    Object.assign(sender, { waiting: [{ number: 9, bytes: MAX_STORED_BYTES, durationMs: 1000 }] })
    recorder.write('too much')
    await vi.waitFor(() => expect(store.phase).toBe('done'))
    expect(store.problem).toBe('full')
  })

  it('keeps the video if the stream has ended', async () => {
    await store.goLive()
    server.refusal = new HttpError(400, 'errors.camera_stream_closed', '')
    recorder.write('one')
    await vi.waitFor(() => expect(store.phase).toBe('ready'))
    expect(store.error?.code).toBe('errors.camera_stream_closed')
    expect(store.unsent.map(({ durationMs }) => durationMs)).toEqual([4000])
  })
})

describe('video of an earlier visit', () => {
  beforeEach(async () => {
    await chunks.addSession({ id: 'earlier', eventKey: 'game', startedAt: 0 })
    const fields = {
      session: 'earlier',
      recording: 0,
      sha256: '',
      durationMs: 2000,
      data: new ArrayBuffer(3),
    }
    await chunks.add({ ...fields, number: 0 })
    await store.load()
  })

  it('is sent after a press', async () => {
    const [unsent] = store.unsent
    if (!unsent) throw new Error('nothing is left')
    await store.sendUnsent(unsent)
    expect(server.calls).toEqual(['send 0/0', 'end earlier'])
    expect([store.unsent, store.phase]).toEqual([[], 'done'])
  })

  it('is deleted after a press', async () => {
    const [unsent] = store.unsent
    if (!unsent) throw new Error('nothing is left')
    await store.discardUnsent(unsent)
    expect([server.calls, store.unsent]).toEqual([[], []])
  })
})

it('hashes data as the server does', async () => {
  expect(await hashData(new TextEncoder().encode('abc').buffer)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
