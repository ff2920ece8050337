import { expect, test } from '@playwright/test'
import { metricsUrl } from './support/deployment'
import { listEmailsTo } from './support/emails'
import { siteUrl } from './support/operator'
import { SecretScanner } from './support/secrets'
import { ViewerPage } from './support/viewer'

const FIRST = 'Kestrel cup, third place'
const SECOND = 'Heron cup, second place'

const secrets = new SecretScanner()

test.describe.configure({ mode: 'serial' })

for (const [channel, language] of [
  ['prairie', 'en'],
  ['atelier', 'fr'],
] as const) {
  test(`on ${channel}, in ${language}: register, verify, log out, reset password, log in, link a TV, delete account`, {
    tag: channel === 'atelier' ? [] : '@nightly',
  }, async ({ browser }) => {
    test.setTimeout(120_000)
    const viewer = await ViewerPage.open(channel, language, browser, secrets)
    const { page } = viewer
    const living = await browser.newContext({ baseURL: siteUrl(channel), locale: language })
    const tv = await living.newPage()
    secrets.watchPage(tv)

    await test.step('register and verify the email address', async () => {
      await viewer.register(FIRST)
      await page.goto(await viewer.emailLink('/verify-email'))
      await viewer.heading('Confirm your email address')
      await viewer.button('Confirm email address').click()
      await viewer.heading('Email address confirmed')
      await page.reload()
      await viewer.button('Confirm email address').click()
      await viewer.heading('Your email already verified')
    })

    await test.step('log out and reset the password with an emailed link, which works once', async () => {
      await viewer.logOut()
      await page.goto('/login')
      await viewer.link('Forgot your password?').click()
      await viewer.field('Email').fill(viewer.email)
      await viewer.button('Send link').click()
      await viewer.heading('Check your email')
      const link = await viewer.emailLink('/password-reset')
      await page.goto(link)
      await viewer.field('New password').fill(SECOND)
      await viewer.field('Confirm new password').fill(SECOND)
      await viewer.button('Save new password').click()
      await viewer.heading('Log in')
      await page.goto(link)
      await viewer.field('New password').fill(FIRST)
      await viewer.field('Confirm new password').fill(FIRST)
      await viewer.button('Save new password').click()
      await viewer.heading('Reset password failed')
    })

    await test.step('the old password fails, and the new one returns to the last page', async () => {
      await page.goto('/faq')
      await page
        .getByRole('banner')
        .getByRole('link', { name: viewer.text('Log in') })
        .click()
      await viewer.logIn(FIRST)
      await expect(page.getByRole('alert')).toHaveText(
        viewer.text('Invalid email or password. Please try again.'),
      )
      await viewer.logIn(SECOND)
      await expect(page).toHaveURL(/\/faq$/)
      await expect(viewer.button('Your account')).toBeVisible()
    })

    await test.step('link a TV with the code on its screen', async () => {
      await tv.goto('/_tv')
      const code = (await tv.locator('#code .sr-only').textContent())?.replace(/ /g, '') ?? ''
      expect(code).toMatch(/^\w{6}$/)
      await page.goto(`/profile/sessions/add?code=${code}`)
      await viewer.button('Link this device').click()
      await expect(
        page.getByRole('heading', { level: 1, name: viewer.text('{name} is linked') }),
      ).toBeVisible()
      await expect(tv.locator('#greeting')).toContainText(viewer.firstName, { timeout: 30_000 })
      await page.goto('/profile/sessions')
      await expect(page.getByRole('main').getByText(viewer.text('This device'))).toBeVisible()
      await expect
        .poll(async () => (await listEmailsTo(viewer.request, viewer.email)).length)
        .toBeGreaterThan(3)
      await page
        .getByRole('main')
        .getByRole('button', { name: viewer.text('Log out <0>{0}</0>') })
        .first()
        .click()
      await expect(page.getByText(viewer.text('You’re not logged in on any other device.'))).toBeVisible()
    })

    await test.step('delete the account with an emailed link', async () => {
      await page.goto('/profile/account')
      await viewer.button('Delete account').click()
      await viewer.field('Current password').fill(SECOND)
      await viewer.button('Email me a link').click()
      await expect(page.getByRole('dialog', { name: viewer.text('Check your email') })).toBeVisible()
      await page.goto(await viewer.emailLink('/confirm-account-deletion'))
      await viewer.button('Delete my account').click()
      await viewer.heading('Account deleted')
      await page.goto('/login')
      await viewer.logIn(SECOND)
      await expect(page.getByRole('alert')).toHaveText(
        viewer.text('Invalid email or password. Please try again.'),
      )
    })

    await test.step('the TV shows a new code after it is logged out', async () => {
      await expect(tv.locator('#linking')).toBeVisible({ timeout: 45_000 })
      await living.close()
    })

    await test.step('the browser stores no secret except the API key', async () => {
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      const left = secrets.findLeaksIn('the browser', kept).filter(trace => !trace.startsWith('api_key'))
      expect(left).toEqual([])
    })
    await page.context().close()
  })
}

test('no log line, metric, job or database row contains a password, key, code or token of these journeys', async ({
  request,
}) => {
  const kinds = ['api_key', 'code', 'device_code', 'password', 'signature', 'user_code']
  expect([...new Set(secrets.secrets.values())].sort()).toEqual(kinds)
  const scanner = new SecretScanner()
  // Check the scanner: it finds a name that is stored in plain text, so it would find a secret.
  scanner.secrets.set('Halvor', 'a viewer’s name')
  expect(scanner.findLeaks().join()).toMatch(/touchline\.sqlite|postgres\/data/)
  expect(secrets.findLeaks()).toEqual([])
  const counted = await request.get(metricsUrl)
  expect(secrets.findLeaksIn('the metrics', await counted.text())).toEqual([])
})
