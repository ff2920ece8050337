const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Whether an address is this machine's own: nobody's visit, but somebody's work on the site. */
export const isLocalHost = (host: string): boolean =>
  LOCAL_HOSTS.includes(host) || host.endsWith('.localhost')

/** What the browser says for its viewer before anybody asks: do-not-track, and Global Privacy Control. */
export function refusesTracking(browser: object): boolean {
  const { doNotTrack, globalPrivacyControl } = browser as {
    doNotTrack?: string | null
    globalPrivacyControl?: boolean
  }
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}
