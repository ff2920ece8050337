import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import { Field, TextField } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { formatClock, parseClock } from '../../scoring/clockText'
import { periodName } from '../../scoring/sport'
import type { EntryFields, Side } from '../../scoring/timeline'
import type { ScorerStore, ShownEntry } from '../../stores/scoring/ScorerStore'
import type { Game } from './game'
import { useEntryTexts } from './useEntryTexts'

interface Props {
  store: ScorerStore
  game: Game
  entry: ShownEntry
  onClose: () => void
}

const SHIFTS = [-30, -10, -1, 0, 1, 10, 30] as const

/** Corrects an entry: its team, how it scored, its period, its clock and its time. */
export function CorrectionDialog({ store, game, entry, onClose }: Props) {
  const { t } = useLingui()
  const id = useId()
  const nameEntry = useEntryTexts(game)
  const [changes, setChanges] = useState<EntryFields>({})
  const [clock, setClock] = useState(entry.seconds === undefined ? '' : formatClock(entry.seconds))
  const [shift, setShift] = useState('0')
  const [hasClockError, setClockError] = useState(false)
  const value = { ...entry, ...changes }
  const change = (fields: EntryFields) => setChanges(before => ({ ...before, ...fields }))

  function submit(event: FormEvent) {
    event.preventDefault()
    const seconds = entry.seconds === undefined ? undefined : parseClock(clock)
    if (seconds === null) return setClockError(true)
    const fields: EntryFields = { ...changes }
    if (seconds !== undefined && seconds !== entry.seconds) fields.seconds = seconds
    if (shift !== '0') fields.moved_to_ms = Math.min(store.now(), entry.at_ms + Number(shift) * 1000)
    if (Object.keys(fields).length > 0) store.press('corrected', { ...fields, target: entry.id })
    onClose()
  }

  return (
    <Dialog
      open
      kind="sheet"
      onClose={onClose}
      title={t`Correct: ${nameEntry(entry)}`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" submit form={id}>
            <Trans>Correct</Trans>
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit}>
        <SideField game={game} side={value.side} onChange={side => change({ side })} />
        {entry.kind === 'scored' ? <ScoreField game={game} value={value} onChange={change} /> : null}
        {entry.kind === 'period_started' || entry.kind === 'period_ended' ? (
          <PeriodField game={game} period={value.period} onChange={period => change({ period })} />
        ) : null}
        {entry.seconds === undefined ? null : (
          <TextField
            label={t`Minutes and seconds`}
            value={clock}
            error={hasClockError ? t`Enter minutes and seconds, such as 12:05` : undefined}
            onChange={event => setClock(event.target.value)}
          />
        )}
        <Field label={t`When it happened`}>
          {ids => (
            <select
              {...ids}
              className="select"
              value={shift}
              onChange={event => setShift(event.target.value)}
            >
              {SHIFTS.map(seconds => (
                <option key={seconds} value={seconds}>
                  {seconds === 0
                    ? t`As recorded`
                    : seconds < 0
                      ? t`${-seconds} s earlier`
                      : t`${seconds} s later`}
                </option>
              ))}
            </select>
          )}
        </Field>
      </form>
    </Dialog>
  )
}

interface SideProps {
  game: Game
  side: Side | undefined
  onChange: (side: Side) => void
}

function SideField({ game: { teams }, side, onChange }: SideProps) {
  const { t } = useLingui()
  const [away, home] = teams
  if (side === undefined || !away || !home) return null
  return (
    <SegmentedControl<Side>
      label={t`Team`}
      choices={[
        { value: 'away', label: away.short_name },
        { value: 'home', label: home.short_name },
      ]}
      value={side}
      onChange={onChange}
    />
  )
}

interface ScoreProps {
  game: Game
  value: EntryFields
  onChange: (fields: EntryFields) => void
}

function ScoreField({ game: { sport }, value, onChange }: ScoreProps) {
  const { t } = useLingui()
  if (sport.scores.length < 2) return null
  return (
    <Field label={t`Score`}>
      {ids => (
        <select
          {...ids}
          className="select"
          value={value.type}
          onChange={event => {
            const score = sport.scores.find(({ key }) => key === event.target.value)
            if (score) onChange({ type: score.key, points: score.points })
          }}
        >
          {sport.scores.map(({ key, name, points }) => (
            <option key={key} value={key}>
              {name} (+{points})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface PeriodProps {
  game: Game
  period: number | undefined
  onChange: (period: number) => void
}

function PeriodField({ game: { sport }, period, onChange }: PeriodProps) {
  const { t } = useLingui()
  const count = sport.periods.length + (sport.overtime ? (sport.overtime.max_count ?? 3) : 0)
  return (
    <Field label={t`Period`}>
      {ids => (
        <select
          {...ids}
          className="select"
          value={period}
          onChange={event => onChange(Number(event.target.value))}
        >
          {Array.from({ length: Math.max(count, period ?? 1) }, (_, index) => (
            <option key={index} value={index + 1}>
              {periodName(sport, index + 1)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
