import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createContext } from 'react'

/** A part of the profile at an address of its own. */
export interface ProfileTab {
  path: string
  label: MessageDescriptor
}

/** The channel's own parts. */
export const CHANNEL_TABS: readonly ProfileTab[] = [
  { path: '/profile/sessions', label: msg`Devices` },
  { path: '/profile/security', label: msg`Security` },
  { path: '/profile/account', label: msg`Account` },
]

/** The parts of the profile, in their order: the channel's own, unless the app puts others' beside them. */
export const ProfileTabsContext = createContext(CHANNEL_TABS)
