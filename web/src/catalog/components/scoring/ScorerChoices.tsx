import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import { type Choice, Choices } from './Choices'
import type { Game } from './game'
import { sideStyle } from './sideColors'
import { teamOf } from './useEntryTexts'

/** What the page asks for: how a side has scored, or which team a moment is about. */
export type OpenChoice = { kind: 'score'; side: Side } | { kind: 'moment'; type: string }

interface Props {
  store: ScorerStore
  game: Game
  openChoice: OpenChoice
  onDone: () => void
}

export const ScorerChoices = observer(function ScorerChoices({ store, game, openChoice, onDone }: Props) {
  const { t } = useLingui()
  const { sport, teams } = game

  function choose(key: string) {
    if (openChoice.kind === 'score') {
      const type = sport.scores.find(score => score.key === key)
      if (type) store.press('scored', { side: openChoice.side, points: type.points, type: key })
    } else {
      store.press('moment', { type: openChoice.type, ...(key === 'none' ? {} : { side: key as Side }) })
    }
    onDone()
  }

  if (openChoice.kind === 'score') {
    const style = sideStyle(teams, openChoice.side)
    return (
      <Choices
        title={teamOf(teams, openChoice.side)?.name ?? ''}
        choices={sport.scores.map(({ key, name, points }) => ({
          key,
          label: name,
          value: `+${points}`,
          style,
        }))}
        onChoose={choose}
        onCancel={onDone}
      />
    )
  }
  const sides: Choice[] = teams.map((team, index) => {
    const side = index === 0 ? 'away' : 'home'
    return { key: side, label: team.short_name, style: sideStyle(teams, side) }
  })
  return (
    <Choices
      title={sport.moments.find(({ key }) => key === openChoice.type)?.name ?? ''}
      choices={[...sides, { key: 'none', label: t`No team` }]}
      onChoose={choose}
      onCancel={onDone}
    />
  )
})
