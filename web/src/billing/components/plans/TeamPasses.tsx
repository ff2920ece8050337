import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { ErrorState } from '@/shared/ui/states'
import { useBilling } from '../../context'
import type { OfferLine } from '../../model'
import { isForTeam } from '../../offers'
import { offersStore } from '../../stores/OffersStore'
import { listTeamPasses, sampleTeamPasses, type TeamPass } from '../../teamPasses'
import { watchPath } from '../../watchPaths'
import { TextButton } from '../TextButton'
import { TeamPassCard } from './TeamPassCard'

const INITIAL_COUNT = 6
const ALL_TEAMS = { event_categories: [] }

interface Props {
  /** The lines that the server sells to this viewer, or null until they load. */
  lines: readonly OfferLine[] | null
}

/** The team passes: first a sample, then on request all of them, grouped by pass. */
export const TeamPasses = observer(function TeamPasses({ lines }: Props) {
  const { t } = useLingui()
  const billing = useBilling()
  const { packages } = billing.shell.channel
  const offers = billing.resolve(offersStore)
  const isSold =
    packages.some(isForTeam) && (lines === null || lines.some(line => line.participant_id !== null))
  const load = useCallback(() => void (isSold ? offers.loadTeams(ALL_TEAMS) : null), [offers, isSold])
  useEffect(load, [load])
  const [showsAll, setShowsAll] = useState(false)
  const { value, error, isBusy } = offers.teams
  if (!isSold) return null
  const passes = listTeamPasses(packages, value ?? [], lines ?? [])
  const sample = sampleTeamPasses(passes, INITIAL_COUNT)
  return (
    <section className="section" aria-busy={(isBusy && !value) || !lines}>
      <div className="section-head">
        <h2 className="display h2">
          <Trans>Team passes</Trans>
        </h2>
        <span className="count">
          <Trans>One team, one season</Trans>
        </span>
      </div>
      {error ? (
        <ErrorState title={t`The teams could not be loaded`} onRetry={load} busy={isBusy} />
      ) : value && lines ? (
        <div className="stack stack--8">
          {showsAll ? (
            [...Map.groupBy(passes, ({ pass }) => pass).values()].map(group => (
              <TeamPassList key={group[0]?.pass.id} passes={group} />
            ))
          ) : (
            <TeamPassList passes={sample} />
          )}
          {!showsAll && passes.length > sample.length ? (
            <p>
              <TextButton onClick={() => setShowsAll(true)}>
                <Plural value={passes.length} one="View # team" other="View all # teams" />
              </TextButton>
            </p>
          ) : null}
        </div>
      ) : (
        <div className="passes">
          {Array.from({ length: INITIAL_COUNT }, (_, index) => (
            <div key={`skeleton-${index}`} className="pass pass--skeleton skel" />
          ))}
        </div>
      )}
    </section>
  )
})

const TeamPassList = observer(function TeamPassList({ passes }: { passes: readonly TeamPass[] }) {
  const billing = useBilling()
  const { categories, payments } = billing.shell.channel
  return (
    <div className="passes">
      {passes.map(({ pass, team, isHeld }) => (
        <TeamPassCard
          key={`${pass.id}-${team.id}`}
          pass={pass}
          team={team}
          category={categories.find(({ id }) => id === team.event_category_id)?.name ?? null}
          isHeld={isHeld}
          watchPath={watchPath(billing.shell.channel, pass, team)}
          canBuy={payments !== null}
        />
      ))}
    </div>
  )
})
