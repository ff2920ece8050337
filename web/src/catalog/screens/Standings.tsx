import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Link, Navigate, useParams } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import type { Category } from '@/shared/shell'
import { LinkButton } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { StandingsTable } from '../components/season/StandingsTable'
import { type SeasonState, useSeason } from '../components/season/useSeason'
import { useSeasonTexts } from '../components/season/useSeasonTexts'
import { useCatalog } from '../context'
import { filteredPath } from '../filters'
import type { Standings as SeasonStandings } from '../seasonApi'
import { standingsStore } from '../stores/SeasonStore'
import '../components/season/Standings.css'

/** The screen `/standings/{category}`: the teams of a category, ranked by the results of the season. */
export default observer(function Standings() {
  const { categories } = useCatalog().shell.channel
  const { category: alias } = useParams()
  const category = categories.find(item => item.alias === alias)
  return category ? <CategoryStandings category={category} /> : <Navigate to="/404" replace />
})

const CategoryStandings = observer(function CategoryStandings({ category }: { category: Category }) {
  const { t } = useLingui()
  const { categories } = useCatalog().shell.channel
  const texts = useSeasonTexts()
  const season = useSeason(standingsStore, category.id)
  useDocumentTitle(t`Standings: ${category.name}`)
  const others = categories.filter(({ sport, alias: itsAlias }) => sport && itsAlias)
  return (
    <div className="page">
      <div className="page-head standings-page__head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Standings</Trans>
        </h1>
        <p className="lede standings-page__category">
          {[category.name, season.value ? texts.years(season.value) : null].filter(Boolean).join(', ')}
        </p>
        <div className="standings-page__tools">
          <Slot name="listTools" slotProps={{}} />
        </div>
      </div>
      {others.length > 1 ? (
        <nav className="chips standings-page__categories" aria-label={t`Categories`}>
          {others.map(({ id, name, alias: itsAlias }) => (
            <Link
              key={id}
              className="chip"
              to={`/standings/${itsAlias}`}
              aria-current={id === category.id ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      ) : null}
      <StandingsContent category={category} season={season} />
    </div>
  )
})

interface ContentProps {
  category: Category
  season: SeasonState<SeasonStandings>
}

function StandingsContent({ category, season }: ContentProps) {
  const { t } = useLingui()
  const { value } = season
  const schedule = (
    <LinkButton kind="primary" to={filteredPath('/', { category_id: String(category.id) })}>
      <Trans>Show games</Trans>
    </LinkButton>
  )
  if (season.isHidden) {
    return (
      <EmptyState icon="eye" title={t`Standings are hidden`} actions={schedule}>
        <Trans>You hide scores. Show scores to see the standings.</Trans>
      </EmptyState>
    )
  }
  if (season.hasFailed) {
    return (
      <ErrorState title={t`The standings could not be loaded`} onRetry={season.retry} busy={season.isBusy} />
    )
  }
  if (!value) return <StandingsSkeleton />
  if (value.rows.every(({ record }) => !record)) {
    return (
      <EmptyState title={t`No results yet`} actions={schedule}>
        <Trans>The standings appear after the first game of the season.</Trans>
      </EmptyState>
    )
  }
  return <StandingsTable standings={value} />
}

function StandingsSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonLine key={`row-${index}`} height={32} />
      ))}
    </div>
  )
}
