import { type Browser, expect as expectSoon, type Page, test } from '@playwright/test'
import { launchPhone } from './support/camera'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import { createEvent, siteUrl } from './support/operator'
import { registerOperator, type Session } from './support/session'

const expect = expectSoon.configure({ timeout: 60_000 })
const CHANNEL = `camera-${Date.now()}`

let phone: Browser
let owner: Session
let eventKey: string

test.describe.configure({ timeout: 240_000 })

test.beforeAll(async ({ playwright }, { project }) => {
  test.setTimeout(240_000)
  eventKey = await createEvent(CHANNEL, 'starts: now -1m, duration: 2h')
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
  phone = await launchPhone(project.use.launchOptions?.executablePath)
})

test.afterAll(() => phone.close())

async function openCamera(): Promise<Page> {
  const context = await owner.openContext(phone, { width: 390, height: 844 })
  const page = await context.newPage()
  page.on('console', m => console.log('PAGE', m.text().slice(0, 300)))
  page.on('pageerror', e => console.log('ERR', e.message.slice(0, 500)))
  await page.goto(`${siteUrl(CHANNEL)}/studio/camera/${eventKey}`)
  return page
}

test('a phone goes live, viewers watch it, and it stops', async ({ page }) => {
  const camera = await openCamera()
  await camera.getByRole('button', { name: 'Go live' }).click()
  await expect(camera.getByRole('button', { name: 'Stop' })).toBeVisible()
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  const id = events.find(({ key }) => key === eventKey)?.id as number
  await page.goto(`${siteUrl(CHANNEL)}/watch/${id}`)
  await expect(page.locator('video')).toHaveCount(1)
  const { frame } = await readFrame(page)
  await expect.poll(async () => (await readFrame(page)).frame - frame).toBeGreaterThan(2 * FRAME_RATE)
})
