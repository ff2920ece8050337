import { useLingui } from '@lingui/react/macro'

const BROWSER_ON_SYSTEM = /^(.+) on (.+)$/

/**
 * What a device is called. The server reads `Chrome on Windows` out of what a browser says of itself; that
 * is said in the page's language, and the name that a TV gave itself stays as it is.
 */
export function useDeviceName(): (device: { name: string }) => string {
  const { t } = useLingui()
  return ({ name }) => {
    const [, browser, system] = BROWSER_ON_SYSTEM.exec(name) ?? []
    return browser && system ? t`${browser} on ${system}` : name || t`Unknown device`
  }
}
