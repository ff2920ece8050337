import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Base UI's focus guards pass the focus on at once, to keep it in an open menu or dialog. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'

/** A preview frames the whole site, whose landmarks have the same names as those of the studio. */
const PREVIEW_FRAME = '.brand-preview__frame'

/** Time-out of one run, in milliseconds: axe sometimes never finishes, although the page still responds. */
const TIMEOUT = 60_000

interface AxeOptions {
  /** A dialog or menu is open, which is outside of all landmarks. */
  isOverlay?: boolean
  /** Reopens the screen before a second run. */
  reopen?: () => Promise<void>
}

/** Return the accessibility violations that axe finds on the page, one string each. */
export async function violationsOn(
  page: Page,
  { isOverlay = false, reopen }: AxeOptions = {},
): Promise<string[]> {
  const analyze = async () => {
    const axe = new AxeBuilder({ page })
      // Preloading is the only asynchronous part of axe, and the page has loaded its files by now.
      .options({ resultTypes: ['violations'], preload: false })
      .setLegacyMode()
      .exclude(FOCUS_GUARDS)
      .exclude(PREVIEW_FRAME)
    return (await (isOverlay ? axe.disableRules('region') : axe).analyze()).violations
  }
  const first = await Promise.race([analyze(), new Promise<void>(done => setTimeout(done, TIMEOUT))])
  if (!first) await reopen?.()
  return (first ?? (await analyze())).map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`,
  )
}
