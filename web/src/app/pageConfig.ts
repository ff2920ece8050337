/** The channel's data that the server puts into the page (`#touchline-page` in the head). */
export interface PageConfig {
  slug: string
  name: string
  short_name?: string
  logo: string | null
  /** Language of the titles and descriptions that the server rendered. */
  language: string
  storage_prefix?: string
  /** The channel in the URL (`?channel=`), in development. */
  channel?: string | null
}

const EMPTY_CONFIG: PageConfig = { slug: '', name: '', logo: null, language: '' }

/** Return the server's data. A page without data (the development server) gets empty values. */
export function readPageConfig(document: Document): PageConfig {
  try {
    const text = document.getElementById('touchline-page')?.textContent
    return { ...EMPTY_CONFIG, ...(text ? (JSON.parse(text) as Partial<PageConfig>) : {}) }
  } catch {
    return EMPTY_CONFIG
  }
}
