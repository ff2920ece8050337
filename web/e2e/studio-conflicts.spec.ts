import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack } from './support/operator'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

interface Entry {
  value: Record<string, unknown>
}

for (const { language, width, tag } of SCREENS) {
  test(`the pack and the studio never overwrite each other at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(180_000)
    const channel = `conflicts-${Date.now()}`
    const apply = (texts: string) =>
      applyPack({
        channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
        categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
        events: `- {key: final, category: hockey, starts: 2027-03-06 19:00, duration: 2h, pass: free, ${texts}}\n`,
      })
    await apply('name: Semifinal')
    const owner = await registerOperator(request, channel, 'owner')
    const read = async () => (await owner.send<Entry>('GET', '/studio/entries/events/final')).value

    const say = translator(language)
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    await page.goto('/studio/schedule/final')
    await page.getByLabel(language === 'fr' ? 'Titre (anglais)' : 'Title (English)').fill('Studio final')
    await apply('name: Pack final')
    await page.getByRole('button', { name: say('Save changes') }).click()
    const dialog = page.getByRole('dialog', { name: say('Someone else changed this') })
    await expect(dialog.getByText('Studio final')).toBeVisible()
    await expect(dialog.getByText('Pack final')).toBeVisible()
    expect(await violationsOn(page, { isOverlay: true })).toEqual([])
    expect(await read()).toMatchObject({ name: 'Pack final' })
    await dialog.getByRole('button', { name: say('Keep mine') }).click()
    await expect.poll(read).toMatchObject({ name: 'Studio final' })

    // The studio's change stays, and the pack's change is applied.
    await apply('name: Pack final, label: Playoffs')
    expect(await read()).toMatchObject({ name: 'Studio final', label: 'Playoffs' })
    // A field that both changed is listed, and nothing is applied.
    await expect(apply('name: Grand final, label: Round 2')).rejects.toThrow(/Grand final\s.*Studio final/)
    expect(await read()).toMatchObject({ name: 'Studio final', label: 'Playoffs' })
    await context.close()
  })
}
