import { resolve } from 'node:path'
import { test } from '@playwright/test'
import { SCREENS, showScreen } from '../e2e/support/screens'

const folder = resolve(import.meta.dirname, '../../var/screenshots')

for (const screen of SCREENS) {
  const { channel, name } = screen
  const tag = screen.width ? [`@${screen.width}`] : []
  test(`${channel} ${name}`, { tag }, async ({ page, request, baseURL }, { project }) => {
    // Stop everything that moves: slides, animations, clocks, videos.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.setFixedTime(new Date())
    await showScreen(page, request, baseURL ?? '', screen)
    await page.evaluate(() => {
      for (const video of document.querySelectorAll('video')) video.pause()
    })
    await page.screenshot({
      path: resolve(folder, channel, project.name, `${name}.png`),
      fullPage: screen.open === undefined || name === 'faq' || name.startsWith('schedule'),
      animations: 'disabled',
    })
  })
}
