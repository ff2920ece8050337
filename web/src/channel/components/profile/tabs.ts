import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createContext } from 'react'

/** A part of the profile at an address of its own. */
export interface ProfileTab {
  path: string
  label: MessageDescriptor
}

const OWN: readonly ProfileTab[] = [
  { path: '/profile', label: msg`Overview` },
  { path: '/profile/sessions', label: msg`Devices` },
  { path: '/profile/security', label: msg`Security` },
]

/** The parts of the profile, in their order: the channel's own, unless the app puts others' beside them. */
export const ProfileTabs = createContext(OWN)
