import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test'
import { apiKey, server } from './api'
import { runTouchline } from './commands'
import { uniqueEmailAddress } from './emails'
import { siteUrl } from './operator'

interface Answer<T> {
  status: number
  data: T
  /** The error code, if the call failed. */
  error?: string
}

interface Account {
  login: string
  password: string
}

interface ContextOptions {
  width?: number
  height?: number
  language?: 'en' | 'fr'
}

/** A logged-in viewer who calls the API without a page. */
export class Session {
  private constructor(
    readonly channel: string,
    private readonly request: APIRequestContext,
    private readonly key: string,
  ) {}

  static async logIn(request: APIRequestContext, channel: string, { login, password }: Account) {
    const anonymous = new Session(channel, request, await apiKey(request, channel))
    return anonymous.continueAs('/v2/auth/login', { login, password })
  }

  /** Create an account and log in. */
  static async register(
    request: APIRequestContext,
    channel: string,
    { login, password, name = 'Odette' }: Account & { name?: string },
  ) {
    const anonymous = new Session(channel, request, await apiKey(request, channel))
    return anonymous.continueAs('/v2/auth/register', {
      first_name: name,
      last_name: 'Vance',
      email: login,
      password,
      password_confirmation: password,
      accept_terms: true,
    })
  }

  private async continueAs(path: string, body: object): Promise<Session> {
    const { status, data, error } = await this.call<{ api_key: string }>('POST', path, body)
    if (status !== 200) throw new Error(`${path} answered ${status} ${error}`)
    return new Session(this.channel, this.request, data.api_key)
  }

  /** Call the API. An error status is returned, not thrown. */
  async call<T = unknown>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const url = new URL(`/api${path}`, server)
    if (!body) url.searchParams.set('api_key', this.key)
    const response = await this.request.fetch(url.href, {
      method,
      ...(body ? { data: { ...body, api_key: this.key } } : {}),
    })
    const text = await response.text()
    const isJson = response.headers()['content-type']?.includes('json')
    const parsed = isJson && text ? JSON.parse(text) : {}
    return { status: response.status(), data: parsed.data, error: parsed.error }
  }

  /** Call the API and return the data of the response. */
  async send<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    const { status, data, error } = await this.call<T>(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${error}`)
    return data
  }

  /** Open a browser context in which this viewer is logged in. */
  async openContext(
    browser: Browser,
    { width = 1440, height = 900, language = 'en' }: ContextOptions = {},
  ): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: siteUrl(this.channel),
      viewport: { width, height },
      locale: language === 'fr' ? 'fr-CA' : 'en-US',
    })
    await context.addInitScript(
      ([prefix, key]) => {
        if (localStorage.getItem(`${prefix}api_key`)) return
        const until = Date.now() + 86_400_000
        for (const [name, value] of Object.entries({ api_key: key, logged_in: true }))
          localStorage.setItem(`${prefix}${name}`, JSON.stringify({ value, until }))
      },
      [`touchline.${this.channel}.`, this.key],
    )
    return context
  }
}

/** Register a viewer and make them an operator of the channel. */
export async function registerOperator(
  request: APIRequestContext,
  channel: string,
  role: string,
): Promise<Session> {
  const login = uniqueEmailAddress(role)
  const session = await Session.register(request, channel, { login, password: 'tumbling pucks at noon' })
  await runTouchline('operators', 'add', login, '--role', role, '--allow-unverified', '--channel', channel)
  return session
}
