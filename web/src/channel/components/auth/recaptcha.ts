import { loadScript } from '@/shared/loading/loadScript'
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
  loadPromise ??= withTimeout(loadRecaptcha(language), LOAD_TIMEOUT_MS).catch(error => {
    loadPromise = null
    throw error
  })
  return loadPromise
}

async function loadRecaptcha(language: string): Promise<Recaptcha> {
  await loadScript(`${SCRIPT}?${new URLSearchParams({ render: 'explicit', hl: language })}`)
  const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha }
  if (!grecaptcha) throw new Error('The robot check did not start')
  return new Promise(resolve => grecaptcha.ready(() => resolve(grecaptcha)))
}
