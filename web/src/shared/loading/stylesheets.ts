/** URLs of style sheets that failed to load. */
const failedUrls = new Set<string>()

/**
 * Record each style sheet that fails to load, and remove its link from the page.
 *
 * Vite requests a chunk's style sheet only once per page. Without this, a chunk that loads at the second attempt would
 * have no styles.
 */
export function trackFailedStylesheets(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      failedUrls.add(target.href)
      target.remove()
    },
    true,
  )
}

/** Load the failed style sheets again. Return whether all of them have loaded. */
export async function reloadFailedStylesheets(): Promise<boolean> {
  await Promise.all([...failedUrls].map(reloadStylesheet))
  return failedUrls.size === 0
}

function reloadStylesheet(href: string): Promise<void> {
  return new Promise(resolve => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => {
      failedUrls.delete(href)
      resolve()
    }
    link.onerror = () => resolve()
    document.head.append(link)
  })
}
