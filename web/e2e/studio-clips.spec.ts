import { expect, test } from '@playwright/test'
import { paidRecording, VOD } from './support/api'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { expectPlaying } from './support/playing'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

for (const { language, width, tag } of SCREENS) {
  test(`a clip of a paid game is featured and plays for a visitor at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000)
    const say = translator(language)
    const name = `Off the post ${Date.now()}`
    const owner = await registerOperator(request, 'prairie', 'owner')
    const { email } = await owner.send<{ email: string }>('GET', '/profile')
    const pass = ['subscription:network-annual', '--channel', 'prairie', '--until', '2099-12-31']
    await runTouchline('orders', 'grant', email, ...pass)
    const { id } = await paidRecording(request, 'paid')
    const { media } = await owner.send<{ media: { id: number; type: number }[] }>('GET', `/events/${id}`)
    const clip = await owner.send<{ id: number }>('POST', '/clip', {
      event_id: id,
      event_media_id: media.find(({ type }) => type === VOD)?.id,
      name,
      tags: ['Save'],
      start_time: 3,
      duration: 5,
    })

    const visitor = await (
      await browser.newContext({ viewport: { width, height: 900 }, locale: language })
    ).newPage()
    const studio = await owner.openContext(browser, { width, language })
    const page = await studio.newPage()
    await page.goto(`/studio/clips?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: say('Feature'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await violationsOn(page, { isOverlay: true })).toEqual([])
    await dialog.getByRole('button', { name: say('Feature clip'), exact: true }).click()
    await expect(page.getByText(say('The clip is featured on the home page'))).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await visitor.goto('/')
    const rail = visitor.getByRole('region', { name: say('Featured clips') })
    await rail.getByRole('link', { name }).click()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    await visitor
      .getByRole('button', { name: say('Play') })
      .first()
      .click()
    await expectPlaying(visitor)

    await page.getByRole('button', { name: say('More actions for {name}') }).click()
    await page.getByRole('menuitem', { name: say('Stop featuring') }).click()
    await expect(page.getByText(say('The clip is no longer featured'))).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText(say('You need access to this game to watch this clip'))).toBeVisible()
    await owner.call('DELETE', `/clip/${clip.id}`)
    await studio.close()
    await visitor.context().close()
  })
}
