import { useLingui } from '@lingui/react/macro'
import type { Game } from './game'

interface Props {
  game: Game
  onChoose: (type: string) => void
}

/** A button for each moment of the sport. A press asks for the team. */
export function Moments({ game: { sport }, onChoose }: Props) {
  const { t } = useLingui()
  if (sport.moments.length === 0) return null
  return (
    <section className="scorer-moments" aria-label={t`Moments`}>
      {sport.moments.map(({ key, name }) => (
        <button key={key} type="button" className="scorer-btn scorer-btn--chip" onClick={() => onChoose(key)}>
          {name}
        </button>
      ))}
    </section>
  )
}
