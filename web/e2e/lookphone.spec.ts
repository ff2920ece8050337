import { type Browser, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { launchPhone } from './support/camera'
import { createEvent, siteUrl } from './support/operator'
import { registerOperator, type Session } from './support/session'
const CHANNEL = `look-${Date.now()}`
let phone: Browser
let owner: Session
let key: string
test.describe.configure({ timeout: 300_000 })
test.beforeAll(async ({ playwright }, { project }) => {
  test.setTimeout(240_000)
  key = await createEvent(CHANNEL, 'starts: now -1m, duration: 2h')
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
  phone = await launchPhone(project.use.launchOptions?.executablePath)
})
test('look', async ({ browser }) => {
  const context = await owner.openContext(phone, { width: 390, height: 844, language: 'fr' })
  await context.addInitScript(`localStorage['touchline.${CHANNEL}.language']=JSON.stringify({value:'fr',until:Date.now()+1e9})`)
  const page = await context.newPage()
  const response = await page.goto(`${siteUrl(CHANNEL)}/studio/camera/${key}`)
  console.log(response?.headers()['permissions-policy'], response?.headers()['content-security-policy'])
  await page.locator('.camera__button:enabled').waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/phone-1.png' })
  console.log('axe', JSON.stringify(await violationsOn(page)).slice(0, 900))
  await page.locator('.camera__button').click()
  await page.locator('.camera__viewer-picture video').waitFor({ timeout: 90000 })
  await page.waitForTimeout(8000)
  await page.screenshot({ path: '/tmp/phone-2.png' })
  console.log('axe live', JSON.stringify(await violationsOn(page)).slice(0, 900))
  await page.setViewportSize({ width: 844, height: 390 })
  await page.waitForTimeout(1000)
  await page.screenshot({ path: '/tmp/phone-3.png' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(1000)
  await page.screenshot({ path: '/tmp/phone-4.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await context.setOffline(true)
  await page.waitForTimeout(12000)
  await page.screenshot({ path: '/tmp/phone-5.png' })
  await context.setOffline(false)
  await page.locator('.camera__button').click()
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/phone-6.png' })
  await page.getByRole('button', { name: 'Arrêter la caméra' }).click()
  await page.getByText('Tout est envoyé').waitFor({ timeout: 60000 })
  await page.screenshot({ path: '/tmp/phone-7.png' })
  const desk = await (await owner.openContext(browser, { width: 1440 })).newPage()
  await desk.goto(`${siteUrl(CHANNEL)}/studio/schedule/${key}/live`)
  await desk.getByRole('img', { name: /camera page/ }).waitFor()
  await desk.screenshot({ path: '/tmp/phone-8.png', fullPage: true })
})
