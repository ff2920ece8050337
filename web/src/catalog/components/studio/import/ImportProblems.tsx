import { useLingui } from '@lingui/react/macro'
import type { ImportProblem } from '../../../importApi'
import { useImportTexts } from './useImportTexts'

/** The problems of single rows: where each is, and what would be right. */
export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useLingui()
  const { problemText } = useImportTexts()
  if (!problems.length) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">{t`Problems`}</h2>
      <ul className="import-problems">
        {problems.map(problem => {
          const { row, column, value, code } = problem
          return (
            <li key={`${row} ${column} ${code}`}>
              <strong>{column ? t`Row ${row}, ${column}` : t`Row ${row}`}</strong>
              {value ? <code> {value}</code> : null} {problemText(problem)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
