import { expect, type Page, test } from '@playwright/test'
import { runTouchline } from './support/commands'
import { uniqueEmailAddress } from './support/emails'
import { siteUrl } from './support/operator'
import { totpCode } from './support/totp'
import { ViewerPage } from './support/viewer'

const PASSWORD = 'Sparrow cup, first place'

/** Open the demo's Google login from the login page and choose an account there. */
async function logInWithGoogle(page: Page, choose: () => Promise<void>) {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Google' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeVisible()
  await choose()
}

const asGoogleUser =
  (page: Page, email: string, verified = true) =>
  async () => {
    await page.getByText('Someone else').click()
    await page.getByLabel('First name').fill('Quinn')
    await page.getByLabel('Last name').fill('Abara')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('The address is verified').setChecked(verified)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

test('a new viewer accepts the terms to register with Google, and logs in with Google afterwards', async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page, email } = viewer
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await logInWithGoogle(page, asGoogleUser(page, email))
  await expect(
    page.getByText('You are not registered yet. Please accept terms and conditions and click Register'),
  ).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('checkbox').check()
  await viewer.button('Register').click()
  await expect(page).toHaveURL(/\/faq$/)
  await viewer.expectLoggedIn()
  await viewer.logOut()
  await logInWithGoogle(page, asGoogleUser(page, email))
  await viewer.expectLoggedIn()
  await page.context().close()
})

test('a Google log-in fails if the address is not verified or the viewer cancels', {
  tag: '@nightly',
}, async ({ browser }) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await viewer.logOut()
  await logInWithGoogle(page, asGoogleUser(page, viewer.email, false))
  await viewer.heading('Couldn’t log you in')
  await expect(page.getByText('Log in with your password.')).toBeVisible()
  await logInWithGoogle(page, () => page.getByRole('button', { name: 'Cancel' }).click())
  await viewer.heading('Couldn’t log you in')
  await viewer.expectLoggedOut()
  await page.context().close()
})

test('an authenticator app is set up, required at log-in, and replaced once by a recovery code', async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('atelier', 'fr', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await page.goto('/profile/security')
  await viewer.button('Set up').click()
  await viewer.field('Current password').fill(PASSWORD)
  await viewer.button('Continue').click()
  await expect(
    page.getByRole('img', { name: viewer.text('QR code for your authenticator app') }),
  ).toBeVisible()
  const key = (await page.locator('main code').first().textContent()) ?? ''
  await viewer.field('Code').fill(totpCode(key))
  await viewer.button('Turn on').click()
  const recovery = (await page.locator('main li code').first().textContent()) ?? ''
  await viewer.button('I saved my codes').click()
  await viewer.logOut()

  await page.goto('/login')
  await viewer.logIn(PASSWORD)
  await viewer.heading('One more step')
  await viewer.field('Code').fill('000000')
  await page
    .locator('main')
    .getByRole('button', { name: viewer.text('Log in') })
    .click()
  await expect(page.getByRole('alert')).toHaveText(viewer.text('This code is incorrect. Please try again.'))
  await viewer.field('Code').fill(totpCode(key, 1))
  await page
    .locator('main')
    .getByRole('button', { name: viewer.text('Log in') })
    .click()
  await viewer.expectLoggedIn()
  await viewer.logOut()

  for (const outcome of ['in', 'refused']) {
    await page.goto('/login')
    await viewer.logIn(PASSWORD)
    await viewer.button('Use a recovery code').click()
    await viewer.field('Recovery code').fill(recovery)
    await page
      .locator('main')
      .getByRole('button', { name: viewer.text('Log in') })
      .click()
    if (outcome === 'refused') break
    await viewer.expectLoggedIn()
    await viewer.logOut()
  }
  await expect(page.getByRole('alert')).toHaveText(viewer.text('This code is incorrect. Please try again.'))
  await page.context().close()
})

test('a viewer with a temporary password cannot open other pages before choosing a new one', {
  tag: '@nightly',
}, async ({ browser }) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await viewer.logOut()
  const output = await runTouchline(
    'accounts',
    'reset-password',
    viewer.email,
    '--channel',
    'prairie',
    '--json',
  )
  const temporary = (JSON.parse(output) as { password: string }).password
  await page.goto('/login')
  await viewer.logIn(temporary)
  await viewer.heading('Choose a new password')
  await page.goto('/schedule')
  await expect(page).toHaveURL(/\/profile\/edit$/)
  await viewer.field('New password').fill(PASSWORD)
  await viewer.field('Confirm new password').fill(PASSWORD)
  await viewer.button('Save password').click()
  await expect(page).toHaveURL(/\/schedule$/)
  await page.context().close()
})

test('logging in or out in one tab updates the other tab', async ({ browser }) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const other = await viewer.page.context().newPage()
  await other.goto('/faq')
  await viewer.register(PASSWORD)
  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await viewer.logOut()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(other).toHaveURL(/\/faq$/)
  await viewer.page.context().close()
})

test('account pages redirect visitors through log-in, and log-in pages redirect viewers to the home page', async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  for (const path of ['login', 'registration', 'password-reset-request', 'password-reset']) {
    await page.goto(`/${path}`)
    await expect(page, path).toHaveURL(`${siteUrl('prairie')}/`)
  }
  await viewer.logOut()
  await page.goto('/profile/sessions?type=tv')
  await expect(page).toHaveURL(/\/login$/)
  await viewer.logIn(PASSWORD)
  await expect(page).toHaveURL(/\/profile\/sessions\?type=tv$/)
  await page.context().close()
})

test('an unknown address and a wrong password show the same error', { tag: '@nightly' }, async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  const { page } = viewer
  await viewer.register(PASSWORD)
  await viewer.logOut()
  await page.goto('/login')
  for (const login of [viewer.email, uniqueEmailAddress('nobody')]) {
    await viewer.logIn('Heron cup, no place', login)
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password. Please try again.')
    await page.reload()
  }
  await page.context().close()
})

test('a session that an operator ended redirects to log-in on the next page', { tag: '@nightly' }, async ({
  browser,
}) => {
  const viewer = await ViewerPage.open('prairie', 'en', browser)
  await viewer.register(PASSWORD)
  await runTouchline('accounts', 'log-out', viewer.email, '--channel', 'prairie')
  await viewer.page.goto('/profile')
  await expect(viewer.page).toHaveURL(/\/login$/)
  await viewer.expectLoggedOut()
  await viewer.page.context().close()
})
