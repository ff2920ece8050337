import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { useSpoilers } from '@/shared/contexts/spoilers'
import type { Category } from '@/shared/shell'

/** A link to the standings of a category. Only categories with a sport have standings. */
export const StandingsLink = observer(function StandingsLink({
  category,
}: {
  category: Category | undefined
}) {
  const { isEnabled } = useSpoilers()
  if (isEnabled || !category?.sport || !category.alias) return null
  return (
    <Link className="link" to={`/standings/${category.alias}`}>
      <Trans>Standings</Trans>
    </Link>
  )
})
