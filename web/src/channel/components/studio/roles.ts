import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Role } from '../../teamApi'

/** The roles from most to fewest rights, with their names and what they may do. */
export const ROLES: readonly { role: Role; label: MessageDescriptor; description: MessageDescriptor }[] = [
  { role: 'owner', label: msg`Owner`, description: msg`Everything, including the team and settings` },
  { role: 'producer', label: msg`Producer`, description: msg`Content, live streams and media` },
  { role: 'scorekeeper', label: msg`Scorekeeper`, description: msg`Scores of assigned events` },
  { role: 'support', label: msg`Support`, description: msg`Orders, viewers, requests and clips` },
  { role: 'analyst', label: msg`Analyst`, description: msg`Reports` },
]

/** The name of each role. */
export const ROLE_LABELS = Object.fromEntries(ROLES.map(({ role, label }) => [role, label])) as Record<
  Role,
  MessageDescriptor
>
