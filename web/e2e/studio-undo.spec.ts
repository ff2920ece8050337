import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack } from './support/operator'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

interface Entry {
  value: Record<string, unknown>
  version: string
}

const ENTRY = '/studio/entries/events/final'

for (const { language, width, tag } of SCREENS) {
  test(`a change is undone in the activity at ${width} px`, { tag }, async ({ browser, request }) => {
    test.setTimeout(180_000)
    const channel = `undo-${Date.now()}`
    await applyPack({
      channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      events: '- {key: final, name: Semifinal, category: hockey, starts: 2027-03-06 19:00, pass: free}\n',
    })
    const owner = await registerOperator(request, channel, 'owner')
    const read = () => owner.send<Entry>('GET', ENTRY)
    const save = async (changes: object) => {
      const { value, version } = await read()
      await owner.send('PUT', ENTRY, { value: { ...value, ...changes }, version })
    }
    await save({ name: 'Final', label: 'Cup' })
    await save({ label: 'Playoffs' })

    const say = translator(language)
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    await page.goto('/studio/activity')
    // The first edit is below the second one.
    await page.getByText(say('Content saved')).nth(1).click()
    await page
      .locator('details[open]')
      .getByRole('button', { name: language === 'fr' ? /^Annuler/ : /^Undo/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('insertion').getByText('Semifinal')).toBeVisible()
    await expect(dialog.getByText(say('Changed again since, so they stay'))).toBeVisible()
    expect(await violationsOn(page, { isOverlay: true })).toEqual([])
    const overflow = await dialog.evaluate(element => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await dialog.getByRole('button', { name: say('Undo revision'), exact: true }).click()
    await expect(dialog).toBeHidden()
    expect((await read()).value).toMatchObject({ name: 'Semifinal', label: 'Playoffs' })
    await expect(page.getByText(say('Change undone'))).toBeVisible()
    await context.close()
  })
}
