import type { Settings } from '@/shared/shell'

/**
 * Return where the link-device screen redirects after a device is linked (§2).
 *
 * The specification says that the screen "redirects to the remote-auth target from channel settings, or
 * to active orders when that setting is absent". If the screen redirected as soon as it opens, nobody could
 * link a device. So it redirects after a device is linked: to the target, or to active orders without one.
 * On a channel with a target, viewers without a code link devices there. See `externalLinkUrl`.
 */
export function afterLinkPath({ auth }: Pick<Settings, 'auth'>): string {
  return auth.remote_auth || '/profile'
}

/** Return the external page where viewers without a code link devices, or null if they link them here. */
export function externalLinkUrl({ auth }: Pick<Settings, 'auth'>, code: string | null): string | null {
  return code ? null : auth.remote_auth || null
}
