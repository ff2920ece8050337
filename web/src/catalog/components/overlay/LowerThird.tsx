import { observer } from 'mobx-react-lite'
import { teamLooks } from '../../overlay'
import type { OverlayStore } from '../../stores/OverlayStore'
import { useBoardTexts } from './useBoardTexts'
import './LowerThird.css'

/** A key moment at the bottom of the picture, for a few seconds. */
export const LowerThird = observer(function LowerThird({ store }: { store: OverlayStore }) {
  const texts = useBoardTexts()
  const { overlay, moment } = store
  const teams = overlay?.event.teams ?? []
  if (!moment || !overlay) return null
  const index = moment.side === 'away' ? 0 : moment.side === 'home' ? 1 : -1
  const team = teams[index]
  const look = team ? teamLooks(teams)[index as 0 | 1] : null
  const name = texts.moment(moment)
  const detail = moment.name && moment.text ? moment.text : null
  const score = moment.kind === 'moment' ? null : texts.score(moment.sets ?? moment.points)
  return (
    <div className="lower-third" key={moment.id} data-ink={look?.ink ?? 'light'} style={look?.style}>
      <span className="lower-third__mark">{team?.logo ? <img src={team.logo} alt="" /> : null}</span>
      <span className="lower-third__text">
        <b>{name}</b>
        <span>{[team?.name ?? overlay.event.name, detail].filter(Boolean).join(' · ')}</span>
      </span>
      {score && teams.length === 2 ? (
        <span className="lower-third__score">
          <small>{teams[0]?.short_name}</small> {score} <small>{teams[1]?.short_name}</small>
        </span>
      ) : null}
    </div>
  )
})
