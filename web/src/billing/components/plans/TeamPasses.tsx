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
  /** What the server sells to this viewer; null while that is not known. */
  lines: readonly OfferLine[] | null
}

/** The passes for one team: a few of many first, then all of them, sport by sport. */
export const TeamPasses = observer(function TeamPasses({ lines }: Props) {
  const { t } = useLingui()
  const billing = useBilling()
  const { packages } = billing.shell.channel
  const offers = billing.resolve(offersStore)
  const sold =
    packages.some(isForTeam) && (lines === null || lines.some(line => line.participant_id !== null))
  const load = useCallback(() => void (sold ? offers.loadTeams(ALL_TEAMS) : null), [offers, sold])
  useEffect(load, [load])
  const [all, setAll] = useState(false)
  const { value, error, busy } = offers.teams
  if (!sold) return null
  const passes = listTeamPasses(packages, value ?? [], lines ?? [])
  const few = sampleTeamPasses(passes, INITIAL_COUNT)
  return (
    <section className="section" aria-busy={(busy && !value) || !lines}>
      <div className="section-head">
        <h2 className="display h2">
          <Trans>Team passes</Trans>
        </h2>
        <span className="count">
          <Trans>One team, one season</Trans>
        </span>
      </div>
      {error ? (
        <ErrorState title={t`The teams could not be loaded`} onRetry={load} busy={busy} />
      ) : value && lines ? (
        <div className="stack stack--8">
          {all ? (
            [...Map.groupBy(passes, ({ pass }) => pass).values()].map(group => (
              <TeamPassList key={group[0]?.pass.id} passes={group} />
            ))
          ) : (
            <TeamPassList passes={few} />
          )}
          {!all && passes.length > few.length ? (
            <p>
              <TextButton onPress={() => setAll(true)}>
                <Plural value={passes.length} one="View # team" other="View all # teams" />
              </TextButton>
            </p>
          ) : null}
        </div>
      ) : (
        <div className="passes">
          {Array.from({ length: INITIAL_COUNT }, (_, place) => (
            <div key={`skeleton-${place}`} className="pass pass--skeleton skel" />
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
      {passes.map(({ pass, team, isHeld: held }) => (
        <TeamPassCard
          key={`${pass.id}-${team.id}`}
          pass={pass}
          team={team}
          category={categories.find(({ id }) => id === team.event_category_id)?.name ?? null}
          bought={held}
          watch={watchPath(billing.shell.channel, pass, team)}
          sells={payments !== null}
        />
      ))}
    </div>
  )
})
