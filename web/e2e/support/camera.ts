import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { FRAME_RATE } from './frameCounter'
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

/**
 * Let the camera of a page be turned with `turnPhone`: its picture is a counter (layout: demo/footage/counter.py).
 * Call this before the page loads.
 */
export async function makeTurnable(page: Page): Promise<void> {
  await page.addInitScript(frameMs => {
    const { mediaDevices } = navigator
    if (!mediaDevices) return
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 960, height: 540 })
    const context = canvas.getContext('2d')
    const parity = (bits: readonly number[], from: number) =>
      bits.filter((bit, index) => index % 2 === from && bit === 1).length % 2
    const draw = () => {
      if (context === null) return
      const frame = Math.floor(performance.now() / frameMs)
      const bits = Array.from({ length: 16 }, (_, index) => (frame >> (15 - index)) & 1)
      const { width, height } = canvas
      context.fillStyle = 'gray'
      context.fillRect(0, 0, width, height)
      for (const [cell, bit] of [1, 0, ...bits, parity(bits, 0), 1 - parity(bits, 1)].entries()) {
        context.fillStyle = bit ? 'white' : 'black'
        context.fillRect(((60 + cell) * width) / 80, (height * 44) / 45, width / 80 + 1, height / 45)
      }
    }
    mediaDevices.getUserMedia = async constraints => {
      const stream = await open(constraints)
      setInterval(draw, frameMs)
      return new MediaStream([...canvas.captureStream().getVideoTracks(), ...stream.getAudioTracks()])
    }
    addEventListener('turnphone', () => {
      const { width, height } = canvas
      Object.assign(canvas, { width: height, height: width })
      draw()
    })
  }, 1000 / FRAME_RATE)
}

/** Turn a phone from landscape to portrait, or back. */
export const turnPhone = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('turnphone')))
