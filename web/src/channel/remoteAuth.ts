import type { Settings } from '@/shared/shell'

/**
 * The link-device screen and a channel whose accounts are kept elsewhere (§2).
 *
 * The specification says that the screen "redirects to the remote-auth target from channel settings, or
 * to active orders when that setting is absent". Read as an answer to the opening of the screen, nobody could
 * ever link a device. So it is read as where the screen leads: once a device is linked, to the target, else
 * to active orders. And where a target is set, a viewer who brings no code has nothing to do here: their
 * devices are linked there.
 */
export function afterLinkPath({ auth }: Pick<Settings, 'auth'>): string {
  return auth.remote_auth || '/profile'
}

/** Where devices are linked instead, for a viewer who brings no code; null where they type it here. */
export function externalLinkUrl({ auth }: Pick<Settings, 'auth'>, code: string | null): string | null {
  return code ? null : auth.remote_auth || null
}
