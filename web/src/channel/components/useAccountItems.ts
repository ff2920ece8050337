import { useLingui } from '@lingui/react/macro'
import type { IconName } from '@/shared/ui/Icon'
import { useChannel } from '../context'

/** A link to an account page in the account menu. */
export interface AccountItem {
  key: string
  label: string
  icon: IconName
  url: string
}

/** Return the links of the account menu, and the label and action of logout. */
export function useAccountItems(isLinkable: (url: string) => boolean) {
  const { t } = useLingui()
  const { viewer, shell } = useChannel()
  const studioPages: AccountItem[] = viewer.isOperator
    ? [{ key: 'studio', label: t`Studio`, icon: 'settings', url: '/studio' }]
    : []
  const pages: AccountItem[] = [
    ...studioPages,
    { key: 'profile', label: t`Profile`, icon: 'user', url: '/profile' },
    { key: 'devices', label: t`Devices`, icon: 'laptop', url: '/profile/sessions' },
    { key: 'edit', label: t`Edit profile`, icon: 'edit', url: '/profile/edit' },
  ]
  const leave = () =>
    viewer.logOut().then(
      () => shell.toasts.show(t`You’re logged out.`, { type: 'success' }),
      () =>
        shell.toasts.show(t`Couldn’t log you out. Check your connection and try again.`, { type: 'error' }),
    )
  return { pages: pages.filter(({ url }) => isLinkable(url)), logOut: t`Log out`, leave }
}
