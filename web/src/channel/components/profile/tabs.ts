import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createContext } from 'react'

/** A section of the profile with its own path. */
export interface ProfileTab {
  path: string
  label: MessageDescriptor
}

/** The sections of the channel context. */
export const CHANNEL_TABS: readonly ProfileTab[] = [
  { path: '/profile/sessions', label: msg`Devices` },
  { path: '/profile/security', label: msg`Security` },
  { path: '/profile/account', label: msg`Account` },
]

/** The tabs of the profile in their order. The app adds tabs of other contexts. */
export const ProfileTabsContext = createContext(CHANNEL_TABS)
