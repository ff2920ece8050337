import { useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { ListedViewer } from '../../viewersApi'
import { ROLE_LABELS } from './roles'

/** What is special about a viewer: the role in the team, a suspension, an unverified address. */
export function ViewerBadges({ viewer }: { viewer: ListedViewer }) {
  const { t } = useLingui()
  return (
    <span className="cluster">
      {viewer.suspended_at ? <Badge tone="danger">{t`Suspended`}</Badge> : null}
      {viewer.verified_at ? null : <Badge tone="warning">{t`Not verified`}</Badge>}
      {viewer.role ? <Badge tone="plain">{t(ROLE_LABELS[viewer.role])}</Badge> : null}
    </span>
  )
}
