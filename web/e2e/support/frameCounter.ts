import { expect, type Page } from '@playwright/test'

/** A frame on screen: its number in the decoded picture, and its position in the player. */
export interface SeenFrame {
  frame: number
  /** The player's position at this frame, in seconds. */
  position: number
  /** The time at which the frame was presented, in milliseconds since the epoch. */
  shownAt: number
}

export const FRAME_RATE = 25

/** Move the mouse until the player loads. Before its script runs, the page ignores the mouse. */
export async function wakePlayer(page: Page): Promise<void> {
  await expect(async () => {
    for (const at of [8, 9]) await page.mouse.move(at, at)
    await expect(page.locator('video')).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

/**
 * Read the counter that the demo footage carries in its bottom right corner (layout: demo/footage/counter.py)
 * out of the next frame that the browser presents.
 *
 * @throws an error if the frame has no valid counter.
 */
export async function readFrame(page: Page): Promise<SeenFrame> {
  return page
    .locator('video')
    .first()
    .evaluate(async element => {
      const video = element as HTMLVideoElement
      let shownAt = 0
      const metadata = await new Promise<{ mediaTime: number }>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('no frame was presented within 45 s')), 45_000)
        video.requestVideoFrameCallback((_now, presented) => {
          clearTimeout(late)
          shownAt = Date.now()
          resolve(presented)
        })
        const here = video.currentTime
        // A paused video presents its frame again after a seek to its own position.
        if (video.paused) video.currentTime = here
      })
      const { videoWidth: width, videoHeight: height } = video
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (context === null) throw new Error('no canvas')
      context.drawImage(video, 0, 0)
      const columns = 80
      const rows = 45
      const level = (cell: number): number => {
        const x = Math.floor(((60 + cell + 0.5) / columns) * width) - 1
        const y = Math.floor(((rows - 0.5) / rows) * height) - 1
        const { data } = context.getImageData(x, y, 3, 3)
        let sum = 0
        for (let i = 0; i < data.length; i += 4)
          sum += (data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)
        return sum / 27
      }
      const white = level(0)
      const black = level(1)
      if (white - black < 60) throw new Error(`no frame counter in the picture (${white} against ${black})`)
      const cells = Array.from({ length: 18 }, (_, cell) => (level(cell + 2) > (white + black) / 2 ? 1 : 0))
      const bits = cells.slice(0, 16)
      const odd = (from: number): number => bits.filter((bit, i) => i % 2 === from && bit === 1).length % 2
      if (cells[16] !== odd(0) || cells[17] !== 1 - odd(1))
        throw new Error("the frame counter's parity is wrong")
      return { frame: Number.parseInt(bits.join(''), 2), position: metadata.mediaTime, shownAt }
    })
}

const COUNTER_VALUES = 1 << 16

/**
 * Return the seconds from the encoding of a frame to its presentation. The encoder must count the wall clock
 * (`contracts/nightly/budgets/clock_encoder.py`).
 */
export async function pictureDelay(page: Page): Promise<number> {
  const { frame, shownAt } = await readFrame(page)
  const now = (shownAt / 1000) * FRAME_RATE
  return ((((now - frame) % COUNTER_VALUES) + COUNTER_VALUES) % COUNTER_VALUES) / FRAME_RATE
}
