import { HOUR_MS } from '@/shared/constants'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { PreviewBundles } from '../../brandApi'

const LIFETIME_MS = 24 * HOUR_MS

/**
 * The start-up data of a preview, where the framed site reads its stored copy (docs/decisions/0074-site-preview.md).
 *
 * The page with `?preview` stores its data under a prefix of its own, so that no other tab shows the draft.
 */
export class PreviewStorage {
  private readonly storage: BrowserStorage

  constructor(sitePrefix: string) {
    this.storage = new BrowserStorage(`${sitePrefix}preview.`)
  }

  /** Store the data of a draft. The preview is not counted as a visit. */
  put(bundles: PreviewBundles): void {
    for (const [language, bundle] of Object.entries(bundles)) {
      const settings = {
        ...bundle.settings,
        'google-analytics': undefined,
        'yare-analytics': undefined,
      }
      this.storage.set(`channel:${language}`, { ...bundle, settings }, LIFETIME_MS)
    }
  }

  clear(languages: Iterable<string>): void {
    for (const language of languages) this.storage.remove(`channel:${language}`)
  }
}
