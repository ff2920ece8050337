import type { SeasonRecord, Streak } from '../../seasonApi'
import { useSeasonTexts } from './useSeasonTexts'

/** A record such as `4–1–2`. Screen readers read `4 wins, 1 loss, 2 ties`. */
export function RecordText({ record }: { record: SeasonRecord }) {
  const texts = useSeasonTexts()
  return (
    <>
      <span aria-hidden="true">{record.text}</span>
      <span className="sr-only">{texts.record(record)}</span>
    </>
  )
}

/** A streak such as `W3`. Screen readers read `3 wins in a row`. */
export function StreakText({ streak }: { streak: Streak }) {
  const texts = useSeasonTexts()
  return (
    <>
      <span aria-hidden="true">{streak.text}</span>
      <span className="sr-only">{texts.streak(streak)}</span>
    </>
  )
}
