import { useLingui } from '@lingui/react/macro'

const BROWSER_ON_SYSTEM = /^(.+) on (.+)$/

/**
 * Return a function that returns a device's display name.
 *
 * The server derives names such as `Chrome on Windows` from the user agent. They are translated to the page's
 * language. Names that a TV app sends stay as they are.
 */
export function useDeviceName(): (device: { name: string }) => string {
  const { t } = useLingui()
  return ({ name }) => {
    const [, browser, system] = BROWSER_ON_SYSTEM.exec(name) ?? []
    return browser && system ? t`${browser} on ${system}` : name || t`Unknown device`
  }
}
