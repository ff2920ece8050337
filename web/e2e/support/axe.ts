import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Base UI's guards have the focus for no moment: they hand it on, to keep it in an open menu or dialog. */
const GUARDS = '[data-base-ui-focus-guard]'

/** What axe finds wrong on the page; `over` where something is opened over it, which belongs to no landmark. */
export async function violationsOn(page: Page, { over = false } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude(GUARDS)
  const { violations } = await (over ? axe.disableRules('region') : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(', ')}`)
}
