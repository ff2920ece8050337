import { Plural } from '@lingui/react/macro'
import { Icon } from '@/shared/ui/Icon'
import type { Offer } from '../../offers'

/** The limits of an offer: "Watch on 3 devices at once", "50 clips, 10 downloads". */
export function PlanLimits({ limits }: Pick<Offer, 'limits'>) {
  const { clips = null, downloads = null, streams } = limits ?? {}
  return (
    <>
      {streams ? (
        <li>
          <Icon name="info" />
          <span>
            <Plural value={streams} one="Watch on # device at a time" other="Watch on # devices at once" />
          </span>
        </li>
      ) : null}
      {clips === null && downloads === null ? null : <CountedLimits clips={clips} downloads={downloads} />}
    </>
  )
}

function CountedLimits({ clips, downloads }: { clips: number | null; downloads: number | null }) {
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
