/** Style sheets that were asked for and did not come. */
const failedUrls = new Set<string>()

/**
 * Notes each sheet that does not come, and takes its link out of the page.
 *
 * Vite asks for the sheet of a part once in a page's life: what comes at the second try would have no looks.
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

/** Asks again for what did not come; whether all of it is there now. */
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
