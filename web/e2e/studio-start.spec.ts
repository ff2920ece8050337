import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { root } from './support/deployment'
import { expectPlaying } from './support/playing'
import { makeVideo } from './support/recordings'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'
import { ViewerPage } from './support/viewer'

const LOGO = join(root, 'src/touchline/demo/packs/prairie/pictures/crest-ironwood.svg')
const CATEGORY = 'Ringette'
const GAMES = [
  ['Alder Hawks', 'Lake Otters'],
  ['Ridge Rams', 'Bay Bears'],
  ['Lake Otters', 'Ridge Rams'],
  ['Bay Bears', 'Alder Hawks'],
  ['Alder Hawks', 'Ridge Rams'],
  ['Lake Otters', 'Bay Bears'],
  ['Ridge Rams', 'Alder Hawks'],
  ['Bay Bears', 'Lake Otters'],
  ['Alder Hawks', 'Bay Bears'],
  ['Ridge Rams', 'Lake Otters'],
] as const

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`a new channel gets a brand, four teams, ten games, a price and a video at ${width} px`, {
    tag,
  }, async ({ browser, request }) => {
    test.setTimeout(180_000)
    const channel = `start-${language}-${Date.now()}`
    const folder = join(mkdtempSync(join(tmpdir(), 'touchline-start-')), channel)
    const contact = ['--email', 'coach@example.com', '--language', language]
    await runTouchline('channels', 'new', channel, folder, ...contact)
    await runTouchline('channels', 'apply', folder)
    const owner = await registerOperator(request, channel, 'owner')
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const done = page.locator('.today__step[data-done]')
    const press = (name: string) => page.getByRole('button', { name: say(name), exact: true }).click()

    await page.goto('/studio')
    await page.getByRole('link', { name: say('Add your logo and colors') }).click()
    await page.getByRole('textbox', { name: say('Name') }).fill('North Valley')
    await page.locator('input[type=file]').first().setInputFiles(LOGO)
    await expect(page.locator('.picture-field__image').first()).toBeVisible()
    await page.getByRole('textbox', { name: say('Accent') }).fill('#1d6fd8')
    await press('Publish')
    // The whole page shows the new brand at once.
    await expect(page.getByRole('banner').getByText('North Valley')).toBeVisible()

    await page.goto('/studio')
    await expect(done).toHaveCount(1)
    await page.getByRole('link', { name: say('New event') }).click()
    const pick = async (label: string, name: string) => {
      const field = page.getByRole('combobox', { name: say(label) })
      await field.fill(name)
      await expect(page.getByRole('option').first()).toContainText(name)
      await field.press('Enter')
      await expect(field).toHaveValue(name)
    }
    await pick('Category', CATEGORY)
    for (const [index, [away, home]] of GAMES.entries()) {
      await pick('Away team', away)
      await pick('Home team', home)
      await page.getByLabel(say('Date')).fill(`2030-01-${10 + index}`)
      await page.getByLabel(say('Time')).fill('19:00')
      const isLast = index === GAMES.length - 1
      if (index === 0 || isLast)
        await page.getByLabel(say('Who may watch')).selectOption(isLast ? 'free' : 'paid')
      if (index === 0) expect(await violationsOn(page)).toEqual([])
      if (isLast) await press('Save')
      else {
        await press('Save and add another')
        await expect(page.getByRole('combobox', { name: say('Away team') })).toHaveValue('')
      }
    }
    await expect(page.getByRole('heading', { name: /Ridge Rams/ })).toBeVisible()
    const address = page.url()

    await page.goto('/studio')
    await expect(done).toHaveCount(3)
    await page.getByRole('link', { name: say('Set a price') }).click()
    await page.getByRole('link', { name: say('New pass') }).click()
    await page.getByLabel(say('Name')).first().fill('Season')
    await page.getByLabel(/^(Price in|Prix en)/).fill('49')
    await press('Put on sale')
    await expect(page.getByRole('heading', { name: 'Season' })).toBeVisible()
    await page.goto('/studio/schedule')
    await page.getByRole('link', { name: /^Alder Hawks.*Lake Otters/ }).click()
    const offers = page.getByRole('table', { name: say('Offers that open this event') })
    await expect(offers.getByText('Season')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.goto('/studio')
    await expect(done).toHaveCount(4)
    await page.goto(`${address}/video`)
    await page.getByTestId('video-file').setInputFiles(makeVideo(12))
    await expect(page.getByText(say('Ready'))).toBeVisible({ timeout: 60_000 })
    await context.close()

    const { page: fan } = await ViewerPage.open(channel, language, browser)
    await fan.goto('/')
    await expect(fan.getByRole('banner').getByText('North Valley')).toBeVisible()
    await fan
      .getByRole('link', { name: /^Ridge Rams.*Lake Otters/ })
      .first()
      .click()
    const play = new RegExp(say('Play').source.slice(1, -1))
    await fan.getByRole('button', { name: play }).first().click()
    await expectPlaying(fan)
  })
}
