import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate } from '@/shared/format/dates'
import './Timeline.css'

/** Something that happened, or will happen. */
export interface TimelineEntry {
  at: string
  title: ReactNode
  detail?: ReactNode
}

const DATE_AND_TIME = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** What happened, newest first, with its time in the channel's time zone. Entries without a time are left out. */
export function Timeline({
  entries,
  timeZone,
}: {
  entries: readonly (Omit<TimelineEntry, 'at'> & { at: string | null })[]
  timeZone: string
}) {
  const { i18n } = useLingui()
  const dated = entries.filter((entry): entry is TimelineEntry => entry.at !== null)
  const sorted = dated.toReversed().sort((left, right) => Date.parse(right.at) - Date.parse(left.at))
  return (
    <ol className="studio-timeline">
      {sorted.map(({ at, title, detail }, index) => (
        <li key={index} className="studio-timeline__entry">
          <time className="studio-timeline__time" dateTime={at}>
            {formatDate(Date.parse(at), i18n.locale, { ...DATE_AND_TIME, timeZone })}
          </time>
          <strong>{title}</strong>
          {detail ? <span className="muted">{detail}</span> : null}
        </li>
      ))}
    </ol>
  )
}
