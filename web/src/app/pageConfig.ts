/** What the server tells the page before any call (`#touchline-page` in the document's head). */
export interface PageConfig {
  slug: string
  name: string
  short_name?: string
  logo: string | null
  /** The language the server rendered titles and descriptions in. */
  language: string
  storage_prefix?: string
  /** The channel that the address named (`?channel=`), in development. */
  channel?: string | null
}

const EMPTY_CONFIG: PageConfig = { slug: '', name: '', logo: null, language: '' }

/** Reads the server's facts; a page served without them (the development server) starts with none. */
export function readPageConfig(document: Document): PageConfig {
  try {
    const text = document.getElementById('touchline-page')?.textContent
    return { ...EMPTY_CONFIG, ...(text ? (JSON.parse(text) as Partial<PageConfig>) : {}) }
  } catch {
    return EMPTY_CONFIG
  }
}
