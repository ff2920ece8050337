import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router'
import { useSpoilers } from '@/shared/contexts/spoilers'
import type { Category } from '@/shared/shell'
import { cx } from '@/shared/ui/cx'

/** A link to the standings of a category. Only categories with a sport have standings. */
export const StandingsLink = observer(function StandingsLink({
  category,
  className,
}: {
  category: Category | undefined
  className?: string
}) {
  const { isEnabled } = useSpoilers()
  if (isEnabled || !category?.sport || !category.alias) return null
  return (
    <Link className={cx('link', className)} to={`/standings/${category.alias}`}>
      <Trans>Standings</Trans>
    </Link>
  )
})
