import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { uniqueEmailAddress, waitForEmailLink } from './emails'
import { siteUrl } from './operator'
import type { SecretScanner } from './secrets'
import { translator } from './translations'

/** A page for one viewer with their own browser context, on a channel and in a language. */
export class ViewerPage {
  readonly email: string
  readonly text: (english: string) => RegExp

  private constructor(
    readonly page: Page,
    readonly request: APIRequestContext,
    language: 'en' | 'fr',
    readonly firstName: string,
  ) {
    this.email = uniqueEmailAddress(language)
    this.text = translator(language)
  }

  static async open(channel: string, language: 'en' | 'fr', browser: Browser, secrets?: SecretScanner) {
    const locale = language === 'en' ? 'en-US' : 'fr-CA'
    const context = await browser.newContext({ baseURL: siteUrl(channel), locale })
    const page = await context.newPage()
    secrets?.watchPage(page)
    return new ViewerPage(page, context.request, language, language === 'en' ? 'Odette' : 'Mireille')
  }

  button = (name: string) => this.page.getByRole('button', { name: this.text(name) })
  link = (name: string) => this.page.getByRole('link', { name: this.text(name) })
  field = (name: string) => this.page.getByLabel(this.text(name))
  heading = (name: string) =>
    expect(this.page.getByRole('heading', { level: 1, name: this.text(name) })).toBeVisible()
  /** Wait for an email with a link to a page, and return the link. */
  emailLink = (page: string) => waitForEmailLink(this.request, this.email, page)

  async register(password: string) {
    await this.page.goto('/faq')
    await this.page
      .getByRole('banner')
      .getByRole('link', { name: this.text('Log in') })
      .click()
    await this.link('Create an account').click()
    await this.heading('Create an account')
    await this.field('First name').fill(this.firstName)
    await this.field('Last name').fill('Vance')
    await this.field('Email').fill(this.email)
    await this.field('Password').fill(password)
    await this.field('Confirm password').fill(password)
    await this.page.getByRole('checkbox').check()
    await this.button('Create account').click()
    await this.heading('Check your email')
  }

  async logIn(password: string, login = this.email) {
    await this.field('Email or phone number').fill(login)
    await this.field('Password').fill(password)
    await this.page
      .locator('main')
      .getByRole('button', { name: this.text('Log in') })
      .click()
  }

  expectLoggedIn = () => expect(this.button('Your account')).toBeVisible()
  expectLoggedOut = () =>
    expect(this.page.getByRole('banner').getByRole('link', { name: this.text('Log in') })).toBeVisible()

  async logOut() {
    await this.button('Your account').click()
    await this.page.getByRole('menuitem', { name: this.text('Log out') }).click()
    await this.expectLoggedOut()
  }
}
