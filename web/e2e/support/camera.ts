import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { ffmpegPath, smallVideoPath } from './live'

let cameraVideo: string | undefined

/** Return a demo video with a frame counter in a form that Chromium plays as its camera, in a loop. */
function cameraVideoPath(): string {
  if (cameraVideo === undefined) {
    const path = join(mkdtempSync(join(tmpdir(), 'touchline-camera-')), 'camera.mjpeg')
    const codec = ['-c:v', 'mjpeg', '-q:v', '3', '-an']
    execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', '-i', smallVideoPath(), ...codec, path])
    cameraVideo = path
  }
  return cameraVideo
}

/** Start a Chromium with a camera that shows a counter in each frame, and a microphone that beeps. */
export const launchPhone = (executablePath: string | undefined): Promise<Browser> =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${cameraVideoPath()}`,
    ],
  })
