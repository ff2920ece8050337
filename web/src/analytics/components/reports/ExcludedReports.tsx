import { Plural } from '@lingui/react/macro'

/** Says how many reports of pages no figure has, because they cannot be believed. */
export function ExcludedReports({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="muted">
      <Plural
        value={count}
        one="# doubtful report is left out of these figures: it came without a valid token or over a limit."
        other="# doubtful reports are left out of these figures: they came without a valid token or over a limit."
      />
    </p>
  )
}
