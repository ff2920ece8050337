import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The scopes of access tokens by topic. Each is a permission of the studio. */
export const SCOPE_GROUPS: readonly {
  label: MessageDescriptor
  scopes: Readonly<Record<string, MessageDescriptor>>
}[] = [
  {
    label: msg`Content`,
    scopes: {
      edit_content: msg`Edit content`,
      edit_media: msg`Edit media`,
      edit_offers: msg`Edit offers`,
    },
  },
  {
    label: msg`Live`,
    scopes: { manage_live: msg`Manage live streams`, score_events: msg`Enter scores` },
  },
  {
    label: msg`Viewers`,
    scopes: {
      manage_orders: msg`Manage orders`,
      view_viewers: msg`View viewers`,
      manage_viewers: msg`Manage viewers`,
      manage_requests: msg`Answer requests`,
      moderate_clips: msg`Moderate clips`,
    },
  },
  {
    label: msg`Channel`,
    scopes: {
      view_reports: msg`View reports`,
      view_activity: msg`View activity`,
      manage_team: msg`Manage the team`,
      manage_settings: msg`Change settings`,
      manage_integrations: msg`Manage webhooks and tokens`,
    },
  },
]

/** The name of each scope. */
export const SCOPE_LABELS: Readonly<Record<string, MessageDescriptor>> = Object.assign(
  {},
  ...SCOPE_GROUPS.map(({ scopes }) => scopes),
)
