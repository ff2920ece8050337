import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTouchline } from './commands'
import { ffmpegPath } from './live'

/** Make a small test video of some seconds, and return its path. */
export function makeVideo(seconds: number): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-video-')), 'game.mp4')
  const input = ['-f', 'lavfi', '-i', `testsrc=s=320x180:r=25:d=${seconds}`, '-pix_fmt', 'yuv420p']
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...input, path])
  return path
}

/** Give an event a recording of some seconds. It does not wait for the videos of other journeys. */
export const addRecording = (channel: string, event: string, seconds: number): Promise<string> =>
  runTouchline('recordings', 'add', makeVideo(seconds), '--event', event, '--channel', channel, '--inline')
