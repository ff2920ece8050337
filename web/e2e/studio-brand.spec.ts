import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack } from './support/operator'
import { expectPlaying } from './support/playing'
import { addRecording } from './support/recordings'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'
import { ViewerPage } from './support/viewer'

/** White text on it has a contrast of 1.57 to 1. */
const PALE = '#ffc53d'
const RATIO = { en: /contrast is 1\.57 to 1/, fr: /contraste est de 1,57 pour 1/ }
/** The name of a rail among the sections of the home page. */
const RAIL_OPTION = { en: 'Rail: From the gym', fr: 'Rangée\u00a0: From the gym' }
const COLOR = /#[0-9a-f]{6}/

interface Entry {
  value: { colors: Record<string, string> }
}

/** Return two colors of the page: of the accent, and of the text on it. */
const readColors = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--accent', '--accent-text'].map(name => style.getPropertyValue(name).trim())
  })

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)
  /** Match a text that begins with a label. */
  const label = (english: string) => new RegExp(say(english).source.slice(0, -1))

  test(`an owner publishes a brand while a fan watches at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(240_000)
    const channel = `brand-${Date.now()}`
    await applyPack({
      channel:
        `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
        "colors: {accent: '#0b3d91', accent-text: '#ffffff'}\n",
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      events:
        '- {key: final, name: Final, category: hockey, starts: "-2 days 19:00", duration: 2h, pass: free}\n',
    })
    await addRecording(channel, 'final', 90)
    const owner = await registerOperator(request, channel, 'owner')
    const [event] = await owner.send<{ id: number }[]>('GET', '/studio/events')
    const readPublished = async () => {
      const [entry] = await owner.send<Entry[]>('GET', '/studio/entries/channel')
      return [entry?.value.colors.accent, entry?.value.colors['accent-text']]
    }

    const { page: fan } = await ViewerPage.open(channel, 'en', browser)
    await fan.goto(`/watch/${event?.id}`)
    await fan.getByRole('button', { name: 'Play' }).first().click()
    await expect(fan.locator('video').first()).toBeVisible()
    await expectPlaying(fan)
    expect(await readColors(fan)).toEqual(['#0b3d91', '#ffffff'])
    let loads = 0
    fan.on('framenavigated', () => {
      loads += 1
    })

    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const publish = async () => {
      const answer = page.waitForResponse(
        response =>
          new URL(response.url()).pathname === '/api/studio/entries' &&
          response.request().method() === 'POST',
      )
      await page.getByRole('button', { name: say('Publish') }).click()
      return (await answer).status()
    }
    await page.goto('/studio/brand')
    await page.getByRole('textbox', { name: say('Accent') }).fill(PALE)
    // The text keeps readable by itself, until someone chooses another color.
    const accentText = page.getByRole('textbox', { name: say('Text on the accent') })
    await expect(accentText).not.toHaveValue('#ffffff')
    await accentText.fill('#ffffff')
    const note = page.locator('.color-input__note').filter({ hasText: RATIO[language] })
    await expect(note).toBeVisible()
    await expect(page.getByText(say('Hard to read.'))).toBeVisible()
    expect(await publish()).toBe(422)
    await expect(page.getByRole('alert').getByText(label('Text on the accent'))).toBeVisible()
    expect(await readPublished()).toEqual(['#0b3d91', '#ffffff'])

    const suggestion = COLOR.exec((await note.textContent()) ?? '')?.[0] ?? ''
    await page.getByRole('button', { name: suggestion }).click()
    await expect(accentText).toHaveValue(suggestion)
    await expect(page.getByText(say('Hard to read.'))).toHaveCount(0)
    await page.getByRole('link', { name: say('Texts') }).click()
    await page.getByText(say('Headings and sentences')).click()
    await page.locator('[name="home_finished.en"]').fill('Watch it again')
    expect(await violationsOn(page)).toEqual([])
    expect(await publish()).toBe(200)
    await expect(page.getByText(say('Published'))).toBeVisible()
    expect(await readPublished()).toEqual([PALE, suggestion])

    await expectPlaying(fan)
    expect(loads).toBe(0)
    // Browsers keep the channel's data for a minute, and responses for another one. Routing turns the latter off.
    await fan.route('**/channel-bootstrap-data*', route => route.continue())
    await fan.addInitScript(() => {
      const { now } = Date
      Date.now = () => now() + 61_000
    })
    await fan.goto('/')
    await expect(fan.getByRole('heading', { name: 'Watch it again' })).toBeVisible()
    expect(await readColors(fan)).toEqual([PALE, suggestion])

    await page.goto('/studio/activity')
    const saved = page.getByRole('listitem').filter({ has: page.getByText(say('Content saved')) })
    await expect(saved).toHaveCount(1)
    await expect(saved).toContainText('Odette Vance')
    await context.close()
  })

  test(`an owner adds a rail and a submenu with the keyboard at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(180_000)
    const channel = `rails-${Date.now()}`
    await applyPack({
      channel:
        `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
        'settings: {home: [library, "rail:old"]}\n',
      menu: '- {key: clubs, label: Clubs, url: /faq}\n- {key: about, label: About, url: /packages}\n',
      library:
        'items:\n' +
        '  - {key: call, title: Call a game, date: 2026-01-05}\n' +
        '  - {key: press, title: Break the press, date: 2026-01-06}\n' +
        'rails:\n  - {key: old, title: Old rail, items: [call], weight: 5}\n',
    })
    const owner = await registerOperator(request, channel, 'owner')
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const button = (english: string, name = '') =>
      page.getByRole('button', { name: new RegExp(say(english).source.replace('.*', name)) })
    const enter = (english: string, name?: string) => button(english, name).press('Enter')

    await page.goto('/studio/brand/home')
    await enter('Add rail')
    await page.locator('[name="title.en"]').fill('From the gym')
    const search = page.getByRole('combobox', { name: say('Add video') })
    for (const title of ['Call a game', 'Break the press']) {
      await search.pressSequentially(title.slice(0, 4))
      await expect(page.getByRole('option', { name: title })).toBeVisible()
      await search.press('Enter')
      await expect(button('Move {name} up', title)).toBeVisible()
    }
    await button('Move {name} up', 'Break the press').press('Alt+ArrowUp')
    await expect(page.getByText(say('{name} is now number {position} of {total}')).first()).toBeVisible()
    const handle = page.locator('.order-list__handle').first()
    expect(await handle.boundingBox()).toMatchObject({ width: 44, height: 44 })
    for (const move of await page.locator('.order-list__button').all())
      expect((await move.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const rail = label('Rail: {name}')
    await page.getByLabel(say('Add section')).selectOption({ label: RAIL_OPTION[language] })
    await page
      .getByRole('button', { name: `Old rail` })
      .filter({ hasText: label('Remove') })
      .last()
      .press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: rail })).toHaveCount(1)
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('link', { name: say('Menu') }).press('Enter')
    await page.getByRole('button', { name: 'Clubs' }).first().press('Enter')
    for (const name of ['North', 'South']) {
      await enter('Add submenu item')
      await page.locator('[name="label.en"]').last().fill(name)
    }
    await button('Move {name} up', 'South').press('Alt+ArrowUp')
    expect(await violationsOn(page)).toEqual([])
    await enter('Publish')
    await expect(page.getByText(say('Published'))).toBeVisible()

    const { page: fan } = await ViewerPage.open(channel, 'en', browser)
    await fan.goto('/')
    await expect(fan.getByRole('heading', { name: 'From the gym' })).toBeVisible()
    await expect(fan.getByRole('heading', { name: 'Old rail' })).toHaveCount(0)
    await expect(fan.getByRole('link', { name: /Break the press/ }).first()).toBeVisible()
    await fan.getByRole('button', { name: 'Clubs' }).click()
    await expect(fan.getByRole('menuitem')).toHaveText(['Clubs', 'South', 'North'])
    await context.close()
  })
}
