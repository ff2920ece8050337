import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { recordConsoleErrors } from './support/consoleErrors'
import { ffmpegPath } from './support/live'
import { applyPack, siteUrl } from './support/operator'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

/** Make a photo of 1600 × 1200 pixels, and return its path. */
function makePhoto(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-photo-')), 'final.jpg')
  const input = ['-f', 'lavfi', '-i', 'testsrc2=s=1600x1200', '-frames:v', '1']
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...input, path])
  return path
}

const team = (key: string, name: string, color: string) =>
  `- {key: ${key}, name: ${name}, short_name: ${name}, sport: hockey, category: hockey, color: '${color}'}\n`

/** Return the width of an image for each pixel of its height. */
const shapeOf = (image: Locator) =>
  image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth / naturalHeight)

for (const { language, width, tag } of SCREENS) {
  test(`one photo becomes the pictures of an event at ${width} px`, { tag }, async ({ browser, request }) => {
    test.setTimeout(180_000)
    const channel = `pictures-${Date.now()}`
    await applyPack({
      channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      participants: team('hawks', 'Hawks', '#8a1538') + team('otters', 'Otters', '#1a5fe0'),
      events:
        '- {key: final, away: hawks, home: otters, category: hockey, starts: +3 days 19:00, pass: free}\n',
      slides: '- {key: final, title: The final, event: final}\n',
    })
    const owner = await registerOperator(request, channel, 'owner')
    const say = translator(language)
    /** Open the home page as a fan whose browser has nothing of it. */
    const openHome = async () => {
      const fan = await browser.newContext({
        baseURL: siteUrl(channel),
        locale: 'en-US',
        viewport: { width, height: 844 },
      })
      const home = await fan.newPage()
      await home.goto('/')
      return home
    }
    const before = await openHome()
    await expect(before.locator('#root .slide .matchup')).toContainText('Hawks')
    await before.context().close()

    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const errors = recordConsoleErrors(page)
    await page.goto('/studio/schedule/final')
    await page.getByLabel(say('Picture for all places')).setInputFiles(makePhoto())
    const dialog = page.getByRole('dialog', { name: say('Crop picture for each place') })
    const save = dialog.getByRole('button', { name: say('Save crops') })
    await expect(save).toBeEnabled()
    expect(await violationsOn(page, { isOverlay: true })).toEqual([])
    const overflow = await dialog.evaluate(element => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: say('Phone') }).click()
    await dialog
      .getByRole('group', { name: say('Crop of the picture. Move it with the arrow keys.') })
      .focus()
    await page.keyboard.press('ArrowRight')
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: say('Upload picture'), exact: true }).first()).toBeFocused()
    await page.getByRole('button', { name: say('Save changes') }).click()
    await expect(page.getByText(say('Event saved'))).toBeVisible()
    expect(errors).toEqual([])

    const fan = await openHome()
    const slide = fan.locator('#root .slide img').first()
    await expect(slide).toHaveJSProperty('complete', true)
    expect(await shapeOf(slide)).toBeCloseTo(width < 720 ? 4 / 5 : 1200 / 630, 1)
    await fan.goto('/schedule?view=grid')
    const card = fan.locator('.card__poster img').first()
    await expect(card).toBeVisible()
    await expect.poll(() => shapeOf(card)).toBeCloseTo(16 / 9, 1)
    await fan.context().close()
    await context.close()
  })
}
