import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Field, TextField } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { useBilling } from '../../../context'
import type { Term } from '../../../offerForm'
import { DONATION } from '../../../priceChoiceForm'
import { Choices } from './Choices'
import type { OfferFieldsProps } from './offerFieldsProps'

/** What an offer opens, how long, and how often. A donation opens nothing. */
export const AccessFields = observer(function AccessFields(props: OfferFieldsProps) {
  const { kind, form } = props
  return (
    <>
      {kind === 'package' ? <PackageTypeField {...props} /> : null}
      {form.type === DONATION ? null : <GrantFields {...props} />}
    </>
  )
})

const GrantFields = observer(function GrantFields(props: OfferFieldsProps) {
  const { kind, form, onChange, errorFor } = props
  const { t } = useLingui()
  const capabilities = [
    { value: 'watch', label: t`Watch live and replays` },
    { value: 'vod_media', label: t`Library` },
    { value: 'clipping', label: t`Create clips` },
    { value: 'download_clip', label: t`Download clips` },
    { value: 'download', label: t`Download recordings` },
    { value: 'no_ads', label: t`No ads` },
  ]
  const has = (...names: string[]) => names.some(name => form.capabilities.includes(name))
  return (
    <>
      {kind === 'package' ? <PackageFields {...props} /> : null}
      <Choices
        label={t`Includes`}
        options={capabilities}
        value={form.capabilities}
        error={errorFor('capabilities')}
        onChange={value => onChange({ capabilities: value })}
      />
      <div className="offer-form__grid">
        {has('clipping') || form.clips ? (
          <TextField
            label={t`Clips at most`}
            hint={t`Empty: no limit`}
            inputMode="numeric"
            error={errorFor('limits.clips')}
            value={form.clips}
            onChange={event => onChange({ clips: event.target.value })}
          />
        ) : null}
        {has('download', 'download_clip') || form.downloads ? (
          <TextField
            label={t`Downloads at most`}
            hint={t`Empty: no limit`}
            inputMode="numeric"
            error={errorFor('limits.downloads')}
            value={form.downloads}
            onChange={event => onChange({ downloads: event.target.value })}
          />
        ) : null}
        {has('watch') ? (
          <TextField
            label={t`Devices at once`}
            hint={t`Empty: 3`}
            inputMode="numeric"
            error={errorFor('limits.streams')}
            value={form.streams}
            onChange={event => onChange({ streams: event.target.value })}
          />
        ) : null}
      </div>
    </>
  )
})

function PackageTypeField({ form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  return (
    <div className="offer-form__grid">
      <Field label={t`Opens`} error={errorFor('type')}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.type}
            onChange={event =>
              onChange({ type: event.target.value, isTeamPass: event.target.value === 'team' })
            }
          >
            <option value="season">{t`All events of the categories`}</option>
            <option value="team">{t`The events of one team, which the buyer chooses`}</option>
            <option value="event">{t`One event`}</option>
            <option value={DONATION}>{t`Nothing: it is a donation`}</option>
          </select>
        )}
      </Field>
    </div>
  )
}

const PackageFields = observer(function PackageFields({ form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  const { categories } = useBilling().shell.channel
  const options = categories.flatMap(({ alias, name }) => (alias ? [{ value: alias, label: name }] : []))
  return (
    <>
      {options.length ? (
        <Choices
          label={t`Categories (none: all)`}
          options={options}
          value={form.categories}
          error={errorFor('categories')}
          onChange={value => onChange({ categories: value })}
        />
      ) : null}
      <SegmentedControl<Term>
        label={t`How long`}
        choices={[
          { value: 'unlimited', label: t`Without end` },
          { value: 'days', label: t`Days` },
          { value: 'until', label: t`Until a day` },
        ]}
        value={form.term}
        onChange={term => onChange({ term })}
      />
      {form.term === 'days' ? (
        <TextField
          label={t`Days of access`}
          hint={t`From the purchase, or from the start of the event if that is later`}
          inputMode="numeric"
          error={errorFor('days')}
          value={form.days}
          onChange={event => onChange({ days: event.target.value })}
        />
      ) : null}
      {form.term === 'until' ? (
        <TextField
          label={t`Last day of access`}
          hint={t`Nobody can buy it after this day.`}
          type="date"
          error={errorFor('until')}
          value={form.until}
          onChange={event => onChange({ until: event.target.value })}
        />
      ) : null}
    </>
  )
})
