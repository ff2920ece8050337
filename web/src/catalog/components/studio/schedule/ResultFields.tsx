import { useLingui } from '@lingui/react/macro'
import type { FieldErrors } from '@/shared/http/errors'
import { Field, TextField } from '@/shared/ui/Field'
import type { ResultForm } from '../../../eventForm'
import type { Ending } from '../../../model'
import { useFieldErrors } from './formFields'

interface Props {
  result: ResultForm
  onChange: (changes: Partial<ResultForm>) => void
  errors: FieldErrors
  /** The names of the teams. */
  teams: readonly [away: string, home: string]
  autoFocus?: boolean
}

/** The score of a game, and how the game ended. */
export function ResultFields({ result, onChange, errors, teams: [away, home], autoFocus }: Props) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const scoreLabel = (team: string) => t`Score, ${team}`
  const shootoutLabel = (team: string) => t`Shootout, ${team}`
  const numberField = (
    label: string,
    name: 'scoreAway' | 'scoreHome' | 'shootoutAway' | 'shootoutHome' | 'period',
    error: string | undefined,
    hint?: string,
  ) => (
    <TextField
      label={label}
      inputMode="numeric"
      hint={hint}
      error={error}
      value={result[name]}
      autoFocus={autoFocus && name === 'scoreAway'}
      onChange={event => onChange({ [name]: event.target.value })}
    />
  )
  return (
    <>
      <div className="event-form__score">
        {numberField(scoreLabel(away), 'scoreAway', errorOf('score.away', 'score'))}
        {numberField(scoreLabel(home), 'scoreHome', errorOf('score.home'))}
      </div>
      <Field label={t`Ending`} error={errorOf('score.ending')}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={result.ending}
            onChange={event => onChange({ ending: event.target.value as Ending })}
          >
            <option value="regulation">{t`Regulation`}</option>
            <option value="overtime">{t`Overtime`}</option>
            <option value="shootout">{t`Shootout`}</option>
            <option value="forfeit">{t`Forfeit`}</option>
          </select>
        )}
      </Field>
      {result.ending === 'overtime'
        ? numberField(
            t`Last period`,
            'period',
            errorOf('score.period'),
            t`Optional. Counts the periods of the game: in hockey, 5 is the second overtime.`,
          )
        : null}
      {result.ending === 'shootout' ? (
        <div className="event-form__score">
          {numberField(shootoutLabel(away), 'shootoutAway', errorOf('score.shootout', 'score.shootout.away'))}
          {numberField(shootoutLabel(home), 'shootoutHome', errorOf('score.shootout.home'))}
        </div>
      ) : null}
      {result.ending === 'forfeit' ? (
        <Field label={t`Winner`} error={errorOf('score.winner')}>
          {ids => (
            <select
              {...ids}
              className="select"
              value={result.winner}
              onChange={event => onChange({ winner: event.target.value })}
            >
              <option value="">{t`Choose the winner`}</option>
              <option value="away">{away}</option>
              <option value="home">{home}</option>
            </select>
          )}
        </Field>
      ) : null}
    </>
  )
}
