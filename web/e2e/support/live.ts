import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { runTouchline } from './commands'
import { environment } from './deployment'
import { FRAME_RATE } from './frameCounter'
import { createEvent, demoVideoPath, ownChannelSlug, siteUrl } from './operator'

/** A live stream in the output of `touchline streams … --json`. */
export interface LiveStream {
  event_id: number
  event: string
  state: string
  server: string
  /** The URL with the stream key and the passphrase. */
  srt: string
  key: string
  backup_key: string
  fault: string
  on_air: 'primary' | 'backup'
  /** The recording, once the stream is finished. */
  asset_id: number | null
}

/** The channel of `live.spec.ts`, without other games. */
export const CHANNEL = ownChannelSlug('rink')

export const channelSiteUrl = siteUrl(CHANNEL)

/** Create a free game that has just started, and open its stream. */
export const openNewEvent = async (): Promise<LiveStream> =>
  openStream(await createEvent(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)

/** Open the stream of a game for an encoder. */
export const openStream = async (event: string, channel: string): Promise<LiveStream> =>
  JSON.parse(await runTouchline('streams', 'open', event, '--channel', channel, '--json')) as LiveStream

/** Return the current state of a stream. */
export async function getStream({ event_id }: LiveStream, channel = CHANNEL): Promise<LiveStream> {
  const output = await runTouchline('streams', 'list', '--channel', channel, '--json')
  const all = JSON.parse(output) as LiveStream[]
  const found = all.find(stream => stream.event_id === event_id)
  if (found === undefined) throw new Error(`event ${event_id} has no stream`)
  return found
}

/** Stop a stream, as an operator does at the end of a game. */
export const stopStream = ({ event }: LiveStream, channel = CHANNEL): Promise<string> =>
  runTouchline('streams', 'stop', event, '--channel', channel)

/** Reopen a stopped stream. Its ingest server may have another port. */
export const reopenStream = async ({ event }: LiveStream): Promise<LiveStream> =>
  JSON.parse(await runTouchline('streams', 'reopen', event, '--channel', CHANNEL, '--json')) as LiveStream

/** Return the path of the ffmpeg that the product uses. */
export const ffmpegPath = (): string =>
  execFileSync('python', ['-c', 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())'], {
    env: environment,
    encoding: 'utf8',
  }).trim()

let smallVideo: string | undefined

/** Return a demo video with a frame counter at 360p. A busy machine without a GPU cannot play and transcode 720p in real time. */
export function smallVideoPath(): string {
  if (smallVideo === undefined) {
    const path = join(mkdtempSync(join(tmpdir(), 'touchline-encoder-')), 'game.mp4')
    const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-c:a', 'copy']
    const keyframes = ['-g', String(2 * FRAME_RATE), '-sc_threshold', '0']
    const output = ['-vf', 'scale=640:360', ...codec, ...keyframes, path]
    execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', '-i', demoVideoPath(), ...output])
    smallVideo = path
  }
  return smallVideo
}

/** Return whether a server accepts connections on a port. */
const isListening = (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host, port, timeout: 5_000 }, () => finish(true))
    const finish = (isConnected: boolean) => {
      socket.destroy()
      resolve(isConnected)
    }
    socket.on('error', () => finish(false)).on('timeout', () => finish(false))
  })

/**
 * Start an encoder that publishes `source` in real time. The default is a demo video with a frame counter, in a loop.
 * The encoder connects only once, so this waits for the port of the stream, which opens a moment after the stream.
 */
export async function publishStream(
  stream: LiveStream,
  key = stream.key,
  source = ['-stream_loop', '-1', '-i', smallVideoPath()],
  target = ['-f', 'flv', `${stream.server}/${key}`],
): Promise<ChildProcess> {
  const input = ['-nostdin', '-v', 'quiet', '-re', ...source]
  const { hostname, port } = new URL(stream.server.replace('rtmp:', 'http:'))
  await expect
    .poll(() => isListening(hostname, Number(port)), { message: `${stream.server} is open`, timeout: 30_000 })
    .toBe(true)
  return spawn(ffmpegPath(), [...input, '-c', 'copy', ...target], { stdio: 'ignore' })
}

/** Wait for a program to end. Return its exit code. */
export const waitForExit = (program: ChildProcess): Promise<number | null> =>
  new Promise(resolve =>
    program.exitCode === null ? program.on('exit', resolve) : resolve(program.exitCode),
  )
