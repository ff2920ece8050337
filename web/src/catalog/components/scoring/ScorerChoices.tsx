import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { Side } from '../../scoring/timeline'
import type { ScorerStore } from '../../stores/scoring/ScorerStore'
import { type Choice, Choices } from './Choices'
import type { Game } from './game'
import { sideStyle } from './sideColors'
import { teamOf } from './useEntryTexts'

/** What the page asks for: how a side has scored, or which team a moment is about. */
export type Asked = { kind: 'score'; side: Side } | { kind: 'moment'; type: string }

interface Props {
  store: ScorerStore
  game: Game
  asked: Asked
  onDone: () => void
}

export const ScorerChoices = observer(function ScorerChoices({ store, game, asked, onDone }: Props) {
  const { t } = useLingui()
  const { sport, teams } = game

  function choose(key: string) {
    if (asked.kind === 'score') {
      const type = sport.scores.find(score => score.key === key)
      if (type) store.press('scored', { side: asked.side, points: type.points, type: key })
    } else {
      store.press('moment', { type: asked.type, ...(key === 'none' ? {} : { side: key as Side }) })
    }
    onDone()
  }

  if (asked.kind === 'score') {
    const style = sideStyle(teams, asked.side)
    return (
      <Choices
        title={teamOf(teams, asked.side)?.name ?? ''}
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
      title={sport.moments.find(({ key }) => key === asked.type)?.name ?? ''}
      choices={[...sides, { key: 'none', label: t`No team` }]}
      onChoose={choose}
      onCancel={onDone}
    />
  )
})
