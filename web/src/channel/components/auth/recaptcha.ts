import { withTimeout } from '@/shared/loading/withTimeout'

/** What we use of Google's script. */
interface Recaptcha {
  ready(then: () => void): void
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      theme: 'dark' | 'light'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): number
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js'
/** Longer than a visitor waits for a box to tick. */
const LOAD_TIMEOUT_MS = 15_000

let loadPromise: Promise<Recaptcha> | null = null

/** Google's script, fetched once; after a failure the next form tries again. */
export function getRecaptcha(language: string): Promise<Recaptcha> {
  loadPromise ??= withTimeout(loadScript(language), LOAD_TIMEOUT_MS).catch(error => {
    loadPromise = null
    throw error
  })
  return loadPromise
}

function loadScript(language: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${SCRIPT}?${new URLSearchParams({ render: 'explicit', hl: language })}`
    script.async = true
    script.onerror = () => reject(new Error('The robot check did not load'))
    script.onload = () => {
      const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha }
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha))
      else reject(new Error('The robot check did not start'))
    }
    document.head.append(script)
  })
}
