import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { periodScores } from '../../overlay'
import type { OverlayStore } from '../../stores/OverlayStore'

/** The points of each period or set. */
export const LineScore = observer(function LineScore({ store }: { store: OverlayStore }) {
  const { t } = useLingui()
  const { timeline, overlay, score } = store
  if (!timeline || !overlay || !score || score.board.phase === 'before') return null
  const periods = periodScores(timeline, store.nowMs)
  const totals = score.board.sets ?? score.board.points
  const columns = periods.map((pair, index) => ({ number: index + 1, pair }))
  return (
    <table className="scoreboard__line" aria-label={t`Line score`}>
      <thead>
        <tr>
          <td />
          {columns.map(({ number }) => (
            <th key={number} scope="col">
              {number}
            </th>
          ))}
          <th scope="col">{score.board.sets ? <Trans>Sets</Trans> : <Trans>Total</Trans>}</th>
        </tr>
      </thead>
      <tbody>
        {overlay.event.teams.map((team, index) => {
          const side = index === 0 ? 0 : 1
          return (
            <tr key={side}>
              <th scope="row">{team.short_name}</th>
              {columns.map(({ number, pair }) => (
                <td key={number}>{pair[side]}</td>
              ))}
              <td className="scoreboard__total">{totals[side]}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
})
