import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack, ownChannelSlug } from './support/operator'
import { registerOperator } from './support/session'

interface Entry {
  value: Record<string, unknown>
  version: string
}

test('edits of the pack and the studio meet, and two operators never overwrite each other', async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000)
  const channel = ownChannelSlug('conflicts')
  const game = `game-${Date.now()}`
  const path = `/studio/entries/events/${game}`
  const apply = (texts: string) =>
    applyPack({
      channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n`,
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      events: `- {key: ${game}, category: hockey, starts: 2027-03-06 19:00, duration: 2h, pass: free, ${texts}}\n`,
    })
  await apply('name: Semifinal')
  const owner = await registerOperator(request, channel, 'owner')
  const read = () => owner.send<Entry>('GET', path)
  const edit = async (changes: object) => {
    const { value, version } = await read()
    await owner.send('PUT', path, { value: { ...value, ...changes }, version })
  }

  // What only the studio changed stays, and what only the pack changed is applied.
  await edit({ name: 'Studio final' })
  await apply('name: Semifinal, label: Playoffs')
  expect((await read()).value).toMatchObject({ name: 'Studio final', label: 'Playoffs' })
  // What both changed is listed, and nothing is applied.
  await expect(apply('name: Pack final, label: Round 2')).rejects.toThrow(/Studio final[\s\S]*Pack final/)
  expect((await read()).value).toMatchObject({ name: 'Studio final', label: 'Playoffs' })

  const context = await owner.openContext(browser)
  const page = await context.newPage()
  await page.goto(`/studio/schedule/${game}`)
  await page.getByLabel('Title', { exact: true }).fill('My final')
  await edit({ name: 'Their final' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this' })
  await expect(dialog.getByText('My final')).toBeVisible()
  await expect(dialog.getByText('Their final')).toBeVisible()
  expect(await violationsOn(page, { isOverlay: true })).toEqual([])
  expect((await read()).value.name).toBe('Their final')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await read()).value.name).toBe('My final')
  await context.close()
})
