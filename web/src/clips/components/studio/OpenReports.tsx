import { useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import type { ReportReason } from '../../model'
import type { OpenReport } from '../../moderationApi'

/** The open reports of a clip, newest first: why, and what the reporters wrote. */
export function OpenReports({ reports }: { reports: readonly OpenReport[] }) {
  const { t, i18n } = useLingui()
  const reasons: Record<ReportReason, string> = {
    person: t`Shows someone who shouldn’t be shown`,
    bullying: t`Bullies or insults someone`,
    wrong_game: t`Not from this event`,
    other: t`Something else`,
  }
  return (
    <ul className="open-reports" aria-label={t`Reports`}>
      {reports.map(({ reason, text, created_at: at }, index) => (
        <li key={index}>
          <strong>{reasons[reason]}</strong>
          <span className="hint">{formatDayAndTime(Date.parse(at), { language: i18n.locale })}</span>
          {text ? <q>{text}</q> : null}
        </li>
      ))}
    </ul>
  )
}
