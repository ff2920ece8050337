import { useLingui } from '@lingui/react/macro'
import type { IconName } from '@/shared/ui/Icon'
import { useChannel } from '../context'

/** One thing that a viewer may do with their account: a page of it, or an act. */
export interface AccountItem {
  key: string
  label: string
  icon: IconName
  url: string
}

/** What stands in the account's menu, and how to log out. */
export function useAccountItems(leadsSomewhere: (url: string) => boolean) {
  const { t } = useLingui()
  const { viewer, shell } = useChannel()
  const studio: AccountItem[] = viewer.operator
    ? [{ key: 'reports', label: t`Reports`, icon: 'chart', url: '/studio/reports' }]
    : []
  const pages: AccountItem[] = [
    ...studio,
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
  return { pages: pages.filter(({ url }) => leadsSomewhere(url)), logOut: t`Log out`, leave }
}
