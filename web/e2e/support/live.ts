import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { runTouchline } from './commands'
import { environment } from './deployment'
import { createEvent, demoVideoPath, ownChannelSlug, siteUrl } from './operator'

/** A live stream as `touchline streams … --json` tells it. */
export interface LiveStream {
  event_id: number
  event: string
  state: string
  server: string
  key: string
  fault: string
  /** The recording, once the stream is finished. */
  asset_id: number | null
}

/** The channel that has nothing but the games of this journey. */
export const CHANNEL = ownChannelSlug('rink')

export const channelSiteUrl = siteUrl(CHANNEL)

/** A game of its own that has just begun, free for all, and its stream. */
export const openNewEvent = async (): Promise<LiveStream> =>
  openStream(await createEvent(CHANNEL, 'starts: now -1m, duration: 2h'), CHANNEL)

/** The stream of a game, where an encoder may come. */
export const openStream = async (event: string, channel: string): Promise<LiveStream> =>
  JSON.parse(await runTouchline('streams', 'open', event, '--channel', channel, '--json')) as LiveStream

/** The stream as it is now. */
export async function getStream({ event_id }: LiveStream, channel = CHANNEL): Promise<LiveStream> {
  const output = await runTouchline('streams', 'list', '--channel', channel, '--json')
  const all = JSON.parse(output) as LiveStream[]
  const found = all.find(stream => stream.event_id === event_id)
  if (found === undefined) throw new Error(`event ${event_id} has no stream`)
  return found
}

/** What an operator does when the game is over. */
export const stopStream = ({ event }: LiveStream, channel = CHANNEL): Promise<string> =>
  runTouchline('streams', 'stop', event, '--channel', channel)

/** What an operator does when the game goes on after all; the server may have another port. */
export const reopenStream = async ({ event }: LiveStream): Promise<LiveStream> =>
  JSON.parse(await runTouchline('streams', 'reopen', event, '--channel', CHANNEL, '--json')) as LiveStream

/** The path of the ffmpeg that the product uses. */
export const ffmpegPath = (): string =>
  execFileSync('python', ['-c', 'import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())'], {
    env: environment,
    encoding: 'utf8',
  }).trim()

/** Whether somebody listens there. */
const isListening = (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const line = connect({ host, port, timeout: 5_000 }, () => tell(true))
    const tell = (isReceived: boolean) => {
      line.destroy()
      resolve(isReceived)
    }
    line.on('error', () => tell(false)).on('timeout', () => tell(false))
  })

/**
 * An encoder that publishes a film of the demo, whose pictures carry a counter, in real time and without end.
 * It comes once, so it comes when the event's port is open: shortly after its stream is.
 */
export async function publishStream(
  stream: LiveStream,
  key = stream.key,
  source = ['-stream_loop', '-1', '-i', demoVideoPath()],
): Promise<ChildProcess> {
  const input = ['-nostdin', '-v', 'quiet', '-re', ...source]
  const { hostname, port } = new URL(stream.server.replace('rtmp:', 'http:'))
  await expect
    .poll(() => isListening(hostname, Number(port)), { message: `${stream.server} is open`, timeout: 30_000 })
    .toBe(true)
  return spawn(ffmpegPath(), [...input, '-c', 'copy', '-f', 'flv', `${stream.server}/${key}`], {
    stdio: 'ignore',
  })
}

/** How a program ended. */
export const waitForExit = (program: ChildProcess): Promise<number | null> =>
  new Promise(resolve =>
    program.exitCode === null ? program.on('exit', resolve) : resolve(program.exitCode),
  )
