import { useLingui } from '@lingui/react/macro'
import type { ImportField, ImportProblem, ImportQuestion, NameKind, RowClass } from '../../../importApi'

/** Return functions that name the parts of an import. */
export function useImportTexts() {
  const { t } = useLingui()
  const fields: Record<ImportField, string> = {
    date: t`Date`,
    time: t({ message: 'Time', context: 'time of day' }),
    home: t`Home team`,
    away: t`Away team`,
    opponent: t`Opponent`,
    side: t`Home or away`,
    location: t`Location`,
    category: t`Category`,
    title: t`Title`,
    status: t`Status`,
    score: t`Score`,
    home_score: t`Home score`,
    away_score: t`Away score`,
    id: t`Game number`,
    ignored: t`Not imported`,
  }
  const changes: Record<string, string> = { ...fields, starts: t`Start`, name: t`Title` }
  const classes: Record<RowClass, string> = {
    new: t`New`,
    changed: t`Changed`,
    disagreeing: t`Disagreeing`,
    missing: t`Missing`,
    unmapped: t`Unknown name`,
    unchanged: t`Unchanged`,
  }
  const kinds: Record<NameKind, string> = { team: t`Team`, location: t`Location`, category: t`Category` }
  const questions: Record<ImportQuestion, string> = {
    columns: t`Choose the columns with the date and the teams.`,
    date_order: t`Every number could be a day or a month. Choose the order.`,
    season: t`The dates have no year. Enter the year of the first game.`,
    own_team: t`The file names only opponents. Choose whose schedule it is.`,
    category: t`Some rows have no category. Choose one for them.`,
  }
  const statuses: Record<string, string> = {
    scheduled: t`Scheduled`,
    postponed: t`Postponed`,
    canceled: t`Canceled`,
  }
  const problems: Record<string, string> = {
    date_missing: t`The date is missing. Write a date such as 2026-06-15.`,
    date_invalid: t`This is not a date. Write a date such as 2026-06-15.`,
    date_not_in_calendar: t`This day does not exist. Check the day and the month.`,
    time_invalid: t`This is not a time. Write 19:00 or 7:00 PM, or leave it blank if it is not known.`,
    time_ambiguous: t`Morning or evening? Other rows have AM or PM. Write 7:00 AM, 7:00 PM or 19:00.`,
    time_skipped: t`This time does not exist: clocks go forward then. Use a time one hour later.`,
    time_repeated: t`This time occurs twice: clocks go back then. The first one is used.`,
    team_missing: t`The home or away team is missing. Write both teams, or a title.`,
    teams_equal: t`Both teams are the same. Write the other team.`,
    side_invalid: t`This is neither home nor away. Write home or away.`,
    category_missing: t`The category is missing. Choose a category for the file.`,
    status_unknown: t`This status is unknown. Write scheduled, postponed, canceled or final.`,
    score_invalid: t`This is not a score. Write two numbers, such as 3-2.`,
    shootout_unclear: t`A shootout needs two scores. Write 2-2 (SO 4-3). The result is left out.`,
    forfeit_unclear: t`It is not clear who won by forfeit. Write 1-0 forfeit, or 0-1 forfeit. The result is left out.`,
    ending_unclear: t`The row names two endings. Write OT, SO or forfeit once. The result is left out.`,
    ending_unknown: t`The text beside the score is not known. Only the score is used. For an ending, write OT, SO or forfeit.`,
    formula: t`This is a formula, not a value. Paste the values only, then export the file again.`,
    too_many_cells: t`The row has more cells than the header. Put text that has the separator in quotes.`,
    too_few_cells: t`The row has fewer cells than it needs. Add the missing cells.`,
    duplicate_row: t`The row is the same as an earlier one. It is left out.`,
    value_too_long: t`The text is too long. Use at most 200 characters.`,
  }
  return {
    fieldName: (field: string) => changes[field] ?? field,
    className: (rowClass: RowClass) => classes[rowClass],
    kindName: (kind: NameKind) => kinds[kind],
    questionText: (question: ImportQuestion) => questions[question],
    statusName: (status: string) => statuses[status] ?? status,
    problemText: ({ code, message }: ImportProblem) => problems[code] ?? message,
    /** Return a score with its ending, which the API writes `3-2 (OT)`, `2-2 (SO 4-3)` or `1-0 (forfeit)`. */
    formatScore: (text: string) => {
      const [, score = text, ending, shootout] = text.match(/^(\S+) \((OT|SO|forfeit) ?(.*)\)$/) ?? []
      if (ending === 'OT') return t`${score} (OT)`
      if (ending === 'SO') return t`${score} (SO ${shootout ?? ''})`
      return ending ? t`${score} (forfeit)` : score
    },
    /** Return a start as text. A date alone has a time to be announced. */
    formatStart: (start: string) => (start.includes(' ') ? start : t`${start}, time to be announced`),
  }
}
