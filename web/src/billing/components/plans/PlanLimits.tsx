import { Plural } from '@lingui/react/macro'
import { Icon } from '@/shared/ui/Icon'
import type { Offer } from '../../offers'

/** The limits of an offer on clips and downloads: "50 clips, 10 downloads". */
export function PlanLimits({ limits }: Pick<Offer, 'limits'>) {
  const { clips = null, downloads = null } = limits ?? {}
  if (clips === null && downloads === null) return null
  return (
    <li>
      <Icon name="info" />
      <span>
        {clips === null ? null : <Plural value={clips} one="# clip" other="# clips" />}
        {clips === null || downloads === null ? null : ', '}
        {downloads === null ? null : <Plural value={downloads} one="# download" other="# downloads" />}
      </span>
    </li>
  )
}
