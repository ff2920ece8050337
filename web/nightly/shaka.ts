import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from '@playwright/test'
import { type Choice, type Playback, play } from './playing.ts'

const library = createRequire(import.meta.url).resolve('shaka-player')

/** Play a stream in an empty page of its own origin, so that the player may load it. */
async function playInPage(browser: Browser, choice: Choice): Promise<Playback> {
  const page = await browser.newPage()
  try {
    const address = new URL('/shaka-player.html', choice.url).href
    await page.route(address, route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(address)
    await page.addScriptTag({ path: library })
    return await page.evaluate(play, choice)
  } finally {
    await page.close()
  }
}

/**
 * Play streams with shaka-player in one Chromium. Read a `Choice` from each line of the input, and write a `Playback`
 * for each, both as JSON. `contracts/nightly/media/shaka.py` runs it, with the path of the browser as the argument.
 */
async function main(executablePath: string): Promise<void> {
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ executablePath, args, timeout: 60_000 })
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      console.log(JSON.stringify(await playInPage(browser, JSON.parse(line))))
    }
  } finally {
    await browser.close()
  }
}

main(process.argv[2] ?? '').catch((error: Error) => {
  const [message] = error.message.split('\n')
  console.error(`Error: ${message}`)
  process.exitCode = 1
  process.stdin.destroy()
})
