import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { linkFor, ownAddress } from './letters'
import { siteOf } from './operator'
import type { Secrets } from './secrets'
import { wordsIn } from './words'

/** One viewer in a browser of their own, on a channel, in a language. */
export class Viewer {
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

  static async on(channel: string, language: 'en' | 'fr', browser: Browser, secrets?: Secrets) {
    const locale = language === 'en' ? 'en-US' : 'fr-CA'
    const context = await browser.newContext({ baseURL: siteOf(channel), locale })
    const page = await context.newPage()
    secrets?.watch(page)
    return new Viewer(page, context.request, language, language === 'en' ? 'Odette' : 'Mireille')
  }

  button = (name: string) => this.page.getByRole('button', { name: this.say(name) })
  link = (name: string) => this.page.getByRole('link', { name: this.say(name) })
  field = (name: string) => this.page.getByLabel(this.say(name))
  heading = (name: string) =>
    expect(this.page.getByRole('heading', { level: 1, name: this.say(name) })).toBeVisible()
  /** The link to a page out of the newest letter. */
  letterTo = (page: string) => linkFor(this.request, this.email, page)

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

  async logIn(password: string, login = this.email) {
    await this.field('E-mail or phone number').fill(login)
    await this.field('Password').fill(password)
    await this.page
      .locator('main')
      .getByRole('button', { name: this.say('Log in') })
      .click()
  }

  isIn = () => expect(this.button('Your account')).toBeVisible()
  isOut = () =>
    expect(this.page.getByRole('banner').getByRole('link', { name: this.say('Log in') })).toBeVisible()

  async logOut() {
    await this.button('Your account').click()
    await this.page.getByRole('menuitem', { name: this.say('Log out') }).click()
    await this.isOut()
  }
}
