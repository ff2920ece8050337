import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { environment, root } from './support/deployment'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { createPaidGame, registerBuyer } from './support/paidGame'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

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
    const { owner, id } = await createPaidGame(request, channel, { starts: start, policy: '{mode: propose}' })
    const login = uniqueEmailAddress('viewer')
    const viewer = await registerBuyer(request, channel, { id, login, language })
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
