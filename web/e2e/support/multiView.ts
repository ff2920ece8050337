import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, CDPSession, Page } from '@playwright/test'
import { apiKey, server } from './api'
import { runTouchline } from './commands'
import { ffmpegPath } from './live'
import { applyPack, demoVideoPath } from './operator'
import { addVideo, makeLongVideo } from './summaries'

/** The length of the recordings, in seconds: longer than a journey. */
const VIDEO_SECONDS = 150
const TEAMS = ['Owls', 'Foxes', 'Bears', 'Hawks', 'Wolves', 'Crows', 'Moose', 'Elks']

/** `small` has one rendition of 360 lines. `large` has another one of 720 lines, and takes longer to convert. */
export type GameVideo = 'small' | 'large'

/** Repeat a demo video, and return the path of the long one. */
function makeLargeVideo(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-views-')), 'game.mp4')
  const input = ['-stream_loop', '-1', '-i', demoVideoPath(), '-c', 'copy', '-t', String(VIDEO_SECONDS)]
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...input, path])
  return path
}

/** Create a channel with four games, each with a recording that has not been shown yet. Return their keys. */
export async function createGames(channel: string, size: GameVideo): Promise<string[]> {
  const games = [0, 1, 2, 3].map(index => ({
    key: `game-${Date.now()}-${index}`,
    away: TEAMS[2 * index] as string,
    home: TEAMS[2 * index + 1] as string,
  }))
  const team = (name: string) =>
    `- {key: ${name.toLowerCase()}, name: ${name}, short_name: ${name.slice(0, 3).toUpperCase()}, sport: hockey, category: hockey}\n`
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants: TEAMS.map(team).join(''),
    events: games
      .map(
        ({ key, away, home }) =>
          `- {key: ${key}, away: ${away.toLowerCase()}, home: ${home.toLowerCase()}, category: hockey, ` +
          'starts: now -3h, duration: 1h, pass: free}\n',
      )
      .join(''),
  })
  const video = size === 'small' ? makeLongVideo(VIDEO_SECONDS) : makeLargeVideo()
  for (const { key } of games) await addVideo(channel, key, video)
  return games.map(({ key }) => key)
}

/** Show all games as live, from a few seconds ago, so that their pictures have something to load. */
export async function startGames(channel: string, games: readonly string[]): Promise<void> {
  const start = new Date(Date.now() - 12_000).toISOString().replace(/\.\d+Z$/, 'Z')
  for (const game of games)
    await runTouchline('events', 'simulate', game, '--at', start, '--channel', channel)
}

/** Return the sum of the bitrates of the smallest video renditions of all running games, in bits per second. */
export async function sumOfSmallest(request: APIRequestContext, channel: string): Promise<number> {
  const key = await apiKey(request, channel)
  const get = async <Data>(path: string) =>
    ((await (await request.get(`${server}/api${path}?api_key=${key}`)).json()) as { data: Data }).data
  let sum = 0
  for (const { id } of await get<{ id: number }[]>('/events/running')) {
    const { stream } = await get<{ stream: { url: string } }>(`/events/${id}/simulation`)
    const master = await (await request.get(new URL(stream.url, server).href)).text()
    const bitrates = [...master.matchAll(/STREAM-INF:BANDWIDTH=(\d+),.*RESOLUTION=.*FRAME-RATE/g)]
    sum += Math.min(...bitrates.map(([, bitrate]) => Number(bitrate)))
  }
  return sum
}

/** What one picture has done since `watchPictures`. */
export interface PictureReport {
  /** The position, in seconds. */
  time: number
  /** How often it stopped to load. */
  stalls: number
  height: number
  isMuted: boolean
  isPaused: boolean
}

/** Count from now on how often each picture stops to load. */
export const watchPictures = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const stalls = new Map<HTMLVideoElement, number>()
    Object.assign(window, { pictureStalls: stalls })
    for (const video of document.querySelectorAll<HTMLVideoElement>('.tile video')) {
      stalls.set(video, 0)
      video.addEventListener('waiting', () => {
        if (!video.seeking) stalls.set(video, (stalls.get(video) ?? 0) + 1)
      })
    }
  })

export const readPictures = (page: Page): Promise<PictureReport[]> =>
  page.locator('.tile video').evaluateAll(videos => {
    const { pictureStalls } = window as unknown as { pictureStalls?: Map<Element, number> }
    return (videos as HTMLVideoElement[]).map(video => ({
      time: video.currentTime,
      stalls: pictureStalls?.get(video) ?? 0,
      height: video.videoHeight,
      isMuted: video.muted,
      isPaused: video.paused,
    }))
  })

/** The connection of a page: it counts the received bytes, and can be slowed down. */
export class Connection {
  received = 0

  private constructor(private readonly session: CDPSession) {
    session.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
      this.received += encodedDataLength || dataLength
    })
  }

  static async of(page: Page): Promise<Connection> {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    return new Connection(session)
  }

  /** Limit the connection to this many bits per second. */
  async limit(bitsPerSecond: number): Promise<void> {
    const downloadThroughput = bitsPerSecond / 8
    await this.session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 20, downloadThroughput, uploadThroughput: downloadThroughput },
    })
  }
}
