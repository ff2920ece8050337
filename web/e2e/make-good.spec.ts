import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { environment, root } from './support/deployment'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { applyPack } from './support/operator'
import { registerOperator, Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

const PASSWORD = 'Plum orchard, last frost'
const SUBJECTS = { en: /^You have a credit of \$/, fr: /^Vous avez un crédit de / }
const MINUTE_MS = 60_000

/** Record that the venue sent no video for ten of the 40 minutes that a viewer watched. */
function recordOutage(channel: string, event: number, email: string) {
  const args = ['-m', 'touchline.entrypoints.tests.outage', channel, String(event), email]
  execFileSync('python', args, { cwd: root, env: environment })
}

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`an outage at the venue is paid back with one press at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const channel = `outage-${Date.now()}`
    const start = new Date(Date.now() - 45 * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
    await applyPack({
      channel:
        `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
        'settings: {make_good: {mode: propose}}\n',
      categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
      events:
        `- {key: final, name: Final, category: hockey, starts: "${start}", duration: 2h, ` +
        'pass: ppv, price: {base: 12}}\n',
      packages:
        'packages:\n  - {key: single, name: Single game, type: event, price: {base: 12}, capabilities: [watch]}\n',
    })
    const owner = await registerOperator(request, channel, 'owner')
    const [event] = await owner.send<{ id: number }[]>('GET', '/studio/events')
    const id = Number(event?.id)
    const { lines } = await owner.send<{ lines: { single_event_package_id: number }[] }>(
      'GET',
      `/offers?event_id=${id}`,
    )
    const login = uniqueEmailAddress('viewer')
    const viewer = await Session.register(request, channel, { login, password: PASSWORD })
    await viewer.send('POST', '/stripe/buy', {
      type: 'event',
      id,
      single_event_package_id: lines[0]?.single_event_package_id,
      payment_method: 'pm_card_visa',
    })
    await viewer.send('PATCH', '/profile', { language })
    recordOutage(channel, id, login)

    // The preview names the viewer and the amount, and pays nothing.
    const preview = await runTouchline('orders', 'make-good', 'final', '--check', '--channel', channel)
    expect(preview).toContain('To pay: 3.00 USD. Paid: 0.00 USD.')

    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    await page.goto('/studio/schedule/final/make-good')
    await expect(page.getByRole('table').getByText(say('Venue'))).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: say('Pay {unpaid}') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say('Pay {unpaid}') }).click()
    await expect(page.getByText(say('Everybody was paid. The viewers got an email.'))).toBeVisible({
      timeout: 60_000,
    })

    await expect
      .poll(async () => (await listEmailsTo(request, login)).map(({ subject }) => subject), {
        timeout: 45_000,
      })
      .toContainEqual(expect.stringMatching(SUBJECTS[language]))
    const visitor = await viewer.openContext(browser, { width, language })
    const orders = await visitor.newPage()
    await orders.goto('/profile')
    await expect(orders.getByText(/MG-[0-9A-Z]{10}/)).toBeVisible()

    // A second run pays nobody twice.
    const again = await runTouchline('orders', 'make-good', 'final', '--yes', '--channel', channel)
    expect(again).toContain('To pay: 0.00 USD. Paid: 3.00 USD.')

    // The status page shows what went wrong, and no number that could point at one viewer.
    await orders.goto('/status')
    await expect(orders.getByText(/10 minutes/)).toBeVisible()
    await expect(orders.getByText(say('Viewers were paid back.'))).toBeVisible()
    expect(await violationsOn(orders)).toEqual([])
  })
}
