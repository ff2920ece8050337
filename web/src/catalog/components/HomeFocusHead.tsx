import { Trans } from '@lingui/react/macro'
import type { Group } from '@/shared/shell'
import { LinkButton } from '@/shared/ui/Button'
import type { Participant } from '../model'
import './Home.css'

interface Props {
  /** As the address has it, until the school or team itself is known. */
  name: string
  school?: Group
  team?: Participant
}

/** Whose games the home page shows: a school's, or a team's. */
export function HomeFocusHead({ name, school, team }: Props) {
  const crest = school?.images.logo ?? team?.images.logo
  const line = school?.nickname ?? team?.group?.nickname
  return (
    <div className="home-focus">
      {crest ? <img src={crest} alt="" width="200" height="200" /> : null}
      <div className="stack stack--2">
        <h1 className="display h1" tabIndex={-1}>
          {school?.name ?? team?.name ?? name}
        </h1>
        {line ? <p className="lede">{line}</p> : null}
      </div>
      <LinkButton to="/" icon="x">
        <Trans>Show everything</Trans>
      </LinkButton>
    </div>
  )
}
