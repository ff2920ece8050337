import { Plural } from '@lingui/react/macro'

/** A note with the number of reports that the figures exclude as invalid. */
export function ExcludedReports({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="muted">
      <Plural
        value={count}
        one="# report is excluded from these figures: its token was invalid or it exceeded a limit."
        other="# reports are excluded from these figures: their tokens were invalid or they exceeded a limit."
      />
    </p>
  )
}
