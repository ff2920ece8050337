import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { server } from './support/api'
import { lettersTo, linkFor, ownAddress } from './support/letters'
import { siteOf } from './support/operator'
import { Secrets } from './support/secrets'
import { wordsIn } from './support/words'

const FIRST = 'Kestrel cup, third place'
const SECOND = 'Heron cup, second place'

/** One viewer in a browser of their own, on a channel, in a language. */
class Viewer {
  readonly email: string
  readonly say: (english: string) => RegExp

  private constructor(
    readonly page: Page,
    readonly request: APIRequestContext,
    language: 'en' | 'fr',
    readonly firstName: string,
  ) {
    this.email = ownAddress(language)
    this.say = wordsIn(language)
  }

  static async on(channel: string, language: 'en' | 'fr', browser: Browser, secrets: Secrets) {
    const locale = language === 'en' ? 'en-US' : 'fr-CA'
    const context = await browser.newContext({ baseURL: siteOf(channel), locale })
    const page = await context.newPage()
    secrets.watch(page)
    return new Viewer(page, context.request, language, language === 'en' ? 'Odette' : 'Mireille')
  }

  button = (name: string) => this.page.getByRole('button', { name: this.say(name) })
  link = (name: string) => this.page.getByRole('link', { name: this.say(name) })
  field = (name: string) => this.page.getByLabel(this.say(name))
  heading = (name: string) =>
    expect(this.page.getByRole('heading', { level: 1, name: this.say(name) })).toBeVisible()
  link_of = (page: string) => linkFor(this.request, this.email, page)

  async register(password: string) {
    await this.page.goto('/faq')
    await this.page
      .getByRole('banner')
      .getByRole('link', { name: this.say('Log in') })
      .click()
    await this.link('Create an account').click()
    await this.heading('Create an account')
    await this.field('First name').fill(this.firstName)
    await this.field('Last name').fill('Vance')
    await this.field('E-mail').fill(this.email)
    await this.field('Password').fill(password)
    await this.field('Password again').fill(password)
    await this.page.getByRole('checkbox').check()
    await this.button('Create account').click()
    await this.heading('Check your e-mail')
  }

  async logIn(password: string) {
    await this.field('E-mail or phone number').fill(this.email)
    await this.field('Password').fill(password)
    await this.page
      .locator('main')
      .getByRole('button', { name: this.say('Log in') })
      .click()
  }

  async logOut() {
    await this.button('Your account').click()
    await this.page.getByRole('menuitem', { name: this.say('Log out') }).click()
    await expect(this.page.getByRole('banner').getByRole('link', { name: this.say('Log in') })).toBeVisible()
  }
}

const secrets = new Secrets()

test.describe.configure({ mode: 'serial' })

for (const [channel, language] of [
  ['prairie', 'en'],
  ['atelier', 'fr'],
] as const) {
  test(`on ${channel}, in ${language}: register, mail, verify, log out, reset, log in, link a TV, delete`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    const viewer = await Viewer.on(channel, language, browser, secrets)
    const { page } = viewer

    await test.step('register, and follow the letter', async () => {
      await viewer.register(FIRST)
      await page.goto(await viewer.link_of('/verify-email'))
      await viewer.heading('Your e-mail is confirmed')
      await page.reload()
      await viewer.heading('Your email already verified')
    })

    await test.step('log out, and choose another password by a letter, once', async () => {
      await viewer.logOut()
      await page.goto('/login')
      await viewer.link('Forgot your password?').click()
      await viewer.field('E-mail').fill(viewer.email)
      await viewer.button('Send the link').click()
      await viewer.heading('Check your e-mail')
      const link = await viewer.link_of('/password-reset')
      await page.goto(link)
      await viewer.field('New password').fill(SECOND)
      await viewer.field('New password again').fill(SECOND)
      await viewer.button('Change the password').click()
      await viewer.heading('Log in')
      await page.goto(link)
      await viewer.field('New password').fill(FIRST)
      await viewer.field('New password again').fill(FIRST)
      await viewer.button('Change the password').click()
      await viewer.heading('Reset password failed')
    })

    await test.step('the old password is over, the new one leads back to where the viewer was', async () => {
      await page.goto('/faq')
      await page
        .getByRole('banner')
        .getByRole('link', { name: viewer.say('Log in') })
        .click()
      await viewer.logIn(FIRST)
      await expect(page.getByRole('alert')).toHaveText(
        viewer.say('Invalid email or password. Please try again.'),
      )
      await viewer.logIn(SECOND)
      await expect(page).toHaveURL(/\/faq$/)
      await expect(viewer.button('Your account')).toBeVisible()
    })

    await test.step('link a TV by the code on its screen', async () => {
      const living = await browser.newContext({ baseURL: siteOf(channel), locale: language })
      const tv = await living.newPage()
      secrets.watch(tv)
      await tv.goto('/_tv')
      const code = (await tv.locator('#code .sr-only').textContent())?.replace(/ /g, '') ?? ''
      expect(code).toMatch(/^\w{6}$/)
      await page.goto(`/profile/sessions/add?code=${code}`)
      await viewer.button('Yes, link the device').click()
      await expect(
        page.getByRole('heading', { level: 1, name: viewer.say('{name} is linked') }),
      ).toBeVisible()
      await expect(tv.locator('#greeting')).toContainText(viewer.firstName, { timeout: 30_000 })
      await page.goto('/profile/sessions')
      await expect(page.getByRole('main').getByText(viewer.say('This device'))).toBeVisible()
      await expect.poll(async () => (await lettersTo(viewer.request, viewer.email)).length).toBeGreaterThan(3)
      await page
        .getByRole('main')
        .getByRole('button', { name: viewer.say('Sign out {name}') })
        .first()
        .click()
      await expect(tv.locator('#linking')).toBeVisible({ timeout: 45_000 })
      await living.close()
    })

    await test.step('delete the account by the last letter', async () => {
      await page.goto('/profile')
      await viewer.button('Delete account').click()
      await viewer.field('Current password').fill(SECOND)
      await viewer.button('Send me the link').click()
      await expect(page.getByRole('dialog', { name: viewer.say('Check your e-mail') })).toBeVisible()
      await page.goto(await viewer.link_of('/confirm-account-deletion'))
      await viewer.button('Delete my account').click()
      await viewer.heading('Your account is gone')
      await page.goto('/login')
      await viewer.logIn(SECOND)
      await expect(page.getByRole('alert')).toHaveText(
        viewer.say('Invalid email or password. Please try again.'),
      )
    })

    await test.step('nothing secret stays in the browser but the key', async () => {
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
      const left = secrets.tracesIn('the browser', kept).filter(trace => !trace.startsWith('api_key'))
      expect(left).toEqual([])
    })
    await page.context().close()
  })
}

test('no log line, counter, job or stored row holds a password, key, code or token of these journeys', async ({
  request,
}) => {
  expect(new Set(secrets.found.values())).toEqual(
    new Set([
      'api_key',
      'password',
      'password_confirmation',
      'current_password',
      'signature',
      'code',
      'device_code',
      'user_code',
    ]),
  )
  const looked = new Secrets()
  looked.found.set('Prairie Sports Network', 'the channel’s name')
  expect(looked.traces().join()).toContain('touchline.sqlite')
  expect(secrets.traces()).toEqual([])
  const metrics = await request.get(`${server}/metrics`)
  expect(secrets.tracesIn('the metrics', await metrics.text())).toEqual([])
})
