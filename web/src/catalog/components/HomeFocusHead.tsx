import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { Group } from '@/shared/shell'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../context'
import './Home.css'

interface Props {
  school: string | null
  team: string | null
  groups: readonly Group[]
}

/** Whose games the home page shows: a school's, or a team's. */
export const HomeFocusHead = observer(function HomeFocusHead({ school, team, groups }: Props) {
  const events = (useCatalog().home.games.value ?? []).flatMap(rail => rail.events)
  const isNamed = (name: string) => (thing: { alias: string | null; name: string }) =>
    thing.alias === name || thing.name === name
  const group = school ? groups.find(isNamed(school)) : undefined
  const player = team ? events.flatMap(event => event.participants).find(isNamed(team)) : undefined
  const crest = group?.images.logo ?? player?.images.logo
  const line = group?.nickname ?? player?.group?.nickname
  return (
    <div className="home-focus">
      {crest ? <img src={crest} alt="" width="200" height="200" /> : null}
      <div className="stack stack--2">
        <h1 className="display h1" tabIndex={-1}>
          {group?.name ?? player?.name ?? school ?? team}
        </h1>
        {line ? <p className="lede">{line}</p> : null}
      </div>
      <LinkButton to="/" icon="x">
        <Trans>Show everything</Trans>
      </LinkButton>
    </div>
  )
})
