import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Base UI's guards have the focus for no moment: they hand it on, to keep it in an open menu or dialog. */
const GUARDS = '[data-base-ui-focus-guard]'

/** How long axe may take. Now and then it never answers on a page that answers everything else. */
const LONGEST = 60_000

interface Look {
  /** Something is opened over the page, which belongs to no landmark. */
  over?: boolean
  /** Brings the page back to what is looked at, where axe has to be asked a second time. */
  again?: () => Promise<void>
}

/** What axe finds wrong on the page. */
export async function violationsOn(page: Page, { over = false, again }: Look = {}): Promise<string[]> {
  const analyze = async () => {
    const axe = new AxeBuilder({ page })
      // Without what axe loads for itself everything is looked at in one go: the pages' own files are there.
      .options({ resultTypes: ['violations'], preload: false })
      .setLegacyMode()
      .exclude(GUARDS)
    return (await (over ? axe.disableRules('region') : axe).analyze()).violations
  }
  const first = await Promise.race([analyze(), new Promise<void>(done => setTimeout(done, LONGEST))])
  if (!first) await again?.()
  return (first ?? (await analyze())).map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`,
  )
}
