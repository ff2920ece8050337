import { spawn } from 'node:child_process'
import { test } from '@playwright/test'
import { environment, root } from '../e2e/support/deployment'
import { pictureDelay, wakePlayer } from '../e2e/support/frameCounter'
import { channelSiteUrl, openNewEvent, stopStream } from '../e2e/support/live'

test('look', async ({ page }) => {
  const stream = await openNewEvent()
  const encoder = spawn('python', ['-m', 'contracts.nightly.budgets.clock_encoder', `${stream.server}/${stream.key}`], { cwd: root, env: environment })
  const requests: string[] = []
  let t0 = 0
  page.on('requestfinished', r => { const u = new URL(r.url()); if (u.pathname.includes('/media/')) requests.push(`${((Date.now() - t0) / 1000).toFixed(2)} ${u.pathname.split('/').slice(-2).join('/')}${u.search} ${Math.round(r.timing().responseEnd)}`) })
  page.on('console', m => { const s = m.text(); if (s.startsWith('@') || /^\[(log|warn|error|debug)\]/.test(s)) console.log(((Date.now() - t0) / 1000).toFixed(2), s) })
  try {
    await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
    await wakePlayer(page)
    t0 = Date.now()
    await page.locator('video').first().evaluate(e => {
      const v = e as HTMLVideoElement
      for (const n of ['waiting', 'playing', 'seeking', 'seeked', 'ratechange', 'stalled'])
        v.addEventListener(n, () => console.log('@', n, v.currentTime.toFixed(2), 'rate', v.playbackRate, 'buffered', v.buffered.length ? (v.buffered.end(v.buffered.length - 1) - v.currentTime).toFixed(2) : '-'))
    })
    for (let n = 0; n < 30; n++) {
      const delay = await pictureDelay(page).catch(() => NaN)
      const buffer = await page.locator('video').first().evaluate(e => { const v = e as HTMLVideoElement; return v.buffered.length ? v.buffered.end(v.buffered.length - 1) - v.currentTime : 0 })
      console.log(((Date.now() - t0) / 1000).toFixed(2), 'delay', delay.toFixed(2), 'buffer', buffer.toFixed(2))
      await page.waitForTimeout(1000)
    }
    console.log(requests.filter(r => !r.includes('.jpg')).slice(0, 120).join('\n'))
    console.log(requests.length)
  } finally {
    encoder.kill()
    await stopStream(stream)
  }
})
