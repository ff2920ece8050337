const LOCAL_HOSTS = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Return whether a host is the local machine. Such visits are development work, not real visits. */
export const isLocalHost = (host: string): boolean =>
  LOCAL_HOSTS.includes(host) || host.endsWith('.localhost')

/** Return whether the browser sends Do Not Track or Global Privacy Control. */
export function refusesTracking(browser: object): boolean {
  const { doNotTrack, globalPrivacyControl } = browser as {
    doNotTrack?: string | null
    globalPrivacyControl?: boolean
  }
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true
}
