import { loadScript } from '@/shared/loading/loadScript'
import { withTimeout } from '@/shared/loading/withTimeout'

/** The part of Google's script that the robot check uses. */
interface Recaptcha {
  ready(callback: () => void): void
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      theme: 'dark' | 'light'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): number
}

const SCRIPT_URL = 'https://www.google.com/recaptcha/api.js'
/** The time limit for the script. Visitors wait less than this for a checkbox. */
const LOAD_TIMEOUT_MS = 15_000

let loadPromise: Promise<Recaptcha> | null = null

/** Load Google's script once. After a failure the next form tries again. */
export function getRecaptcha(language: string): Promise<Recaptcha> {
  loadPromise ??= withTimeout(loadRecaptcha(language), LOAD_TIMEOUT_MS).catch(error => {
    loadPromise = null
    throw error
  })
  return loadPromise
}

async function loadRecaptcha(language: string): Promise<Recaptcha> {
  await loadScript(`${SCRIPT_URL}?${new URLSearchParams({ render: 'explicit', hl: language })}`)
  const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha }
  if (!grecaptcha) throw new Error('The robot check did not start')
  return new Promise(resolve => grecaptcha.ready(() => resolve(grecaptcha)))
}
