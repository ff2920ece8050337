import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '@/shared/ui/Button'
import { Field, TextField } from '@/shared/ui/Field'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import type { EventForm } from '../../../eventForm'
import { EventBlackoutFields, WatchingFields } from './WatchingFields'
import { EventPictures } from './EventPictures'
import { type FormProps, useEventOptions, useFieldErrors } from './formFields'
import { LocalizedField } from './LocalizedField'
import { PriceFields } from './PriceFields'
import { ReplayField, ReplayTimes } from './ReplayFields'
import { ResultFields } from './ResultFields'
import { WhoAndWhen } from './WhoAndWhen'

interface Props extends FormProps {
  /** The offers that open the event, below its price. */
  offers: ReactNode
  /** The score page, if the timeline has the result of the game. */
  scoreUrl: string | null
}

/** All fields of an event, in sections. */
export const EventDetails = observer(function EventDetails({ offers, scoreUrl, ...props }: Props) {
  return (
    <>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Details</Trans>
        </h2>
        <WhoAndWhen {...props} />
        <TextFields {...props} />
      </section>
      <ResultSection {...props} scoreUrl={scoreUrl} />
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Pictures</Trans>
        </h2>
        <EventPictures {...props} />
      </section>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Price and passes</Trans>
        </h2>
        <PriceFields {...props} />
        {offers}
      </section>
      <section className="panel stack">
        <h2 className="display h3">
          <Trans>Availability</Trans>
        </h2>
        <AvailabilityFields {...props} />
      </section>
    </>
  )
})

function TextFields({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  return (
    <>
      <LocalizedField
        label={t`Title`}
        hint={<Trans>Leave empty to use the names of the teams.</Trans>}
        error={errorOf('name')}
        value={form.name}
        onChange={name => onChange({ name })}
      />
      <LocalizedField
        label={t`Label`}
        hint={<Trans>A short note on the card, such as “Homecoming”.</Trans>}
        error={errorOf('label')}
        value={form.label}
        onChange={label => onChange({ label })}
      />
      <LocalizedField
        label={t`Description`}
        multiline
        error={errorOf('description')}
        value={form.description}
        onChange={description => onChange({ description })}
      />
      <div className="event-form__grid">
        <TextField
          label={t`Duration in minutes`}
          inputMode="numeric"
          error={errorOf('duration')}
          value={form.minutes}
          onChange={event => onChange({ minutes: event.target.value })}
        />
      </div>
    </>
  )
}

const ResultSection = observer(function ResultSection({
  form,
  onChange,
  errors,
  scoreUrl,
}: FormProps & Pick<Props, 'scoreUrl'>) {
  const { teams } = useEventOptions()
  const nameOf = (key: string) => teams.find(({ value }) => value === key)?.label ?? key
  if (!form.away || !form.home) return null
  return (
    <section className="panel stack">
      <h2 className="display h3">
        <Trans>Result</Trans>
      </h2>
      {scoreUrl ? (
        <>
          <p className="muted">
            <Trans>The result comes from the timeline of the game.</Trans>
          </p>
          <div className="cluster">
            <LinkButton to={scoreUrl}>
              <Trans>Correct the score</Trans>
            </LinkButton>
          </div>
        </>
      ) : (
        <ResultFields
          result={form}
          onChange={onChange}
          errors={errors}
          teams={[nameOf(form.away), nameOf(form.home)]}
        />
      )}
    </section>
  )
})

function AvailabilityFields({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const geoRule = form.geoRule
  return (
    <>
      <div className="event-form__grid">
        <VisibilityField form={form} onChange={onChange} errors={errors} />
        <ReplayField form={form} onChange={onChange} errors={errors} />
      </div>
      <ReplayTimes form={form} onChange={onChange} errors={errors} />
      <WatchingFields form={form} onChange={onChange} errors={errors} />
      <div className="field">
        <h3 className="label">
          <Trans>Countries</Trans>
        </h3>
        <SegmentedControl<EventForm['geoRule']>
          label={t`Countries`}
          choices={[
            { value: 'everywhere', label: t`Everywhere` },
            { value: 'allow', label: t`Only in` },
            { value: 'block', label: t`Except in` },
          ]}
          value={geoRule}
          onChange={rule => onChange({ geoRule: rule })}
        />
      </div>
      {geoRule === 'everywhere' ? null : (
        <TextField
          label={t`Country codes`}
          hint={t`Two letters each, such as US, CA`}
          error={errorOf('geo', 'geo.allow', 'geo.block')}
          value={form.countries}
          onChange={event => onChange({ countries: event.target.value })}
        />
      )}
      <EventBlackoutFields form={form} onChange={onChange} errors={errors} />
      <div className="event-form__grid">
        <TextField
          label={t`Stream from elsewhere`}
          hint={t`The address of an HLS stream that another service makes`}
          error={errorOf('live', 'live.url')}
          value={form.liveUrl}
          onChange={event => onChange({ liveUrl: event.target.value })}
        />
        <TextField
          label={t`Player of another site`}
          hint={t`The address to embed`}
          error={errorOf('embed_url')}
          value={form.embedUrl}
          onChange={event => onChange({ embedUrl: event.target.value })}
        />
      </div>
    </>
  )
}

const VisibilityField = observer(function VisibilityField({ form, onChange, errors }: FormProps) {
  const { t } = useLingui()
  const errorOf = useFieldErrors(errors)
  const hints = {
    public: t`Everyone finds it in lists, search and calendars.`,
    unlisted: t`Only people with the link find it. It is in no list, search or calendar, and followers get no notification.`,
    team_members: t`Only accounts on the list of one of the teams find and watch it. Paid games still need a pass.`,
  }
  return (
    <>
      <Field label={t`Visibility`} hint={hints[form.visibility]} error={errorOf('visibility')}>
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.visibility}
            onChange={event => onChange({ visibility: event.target.value as EventForm['visibility'] })}
          >
            <option value="public">{t`Public`}</option>
            <option value="unlisted">{t`Unlisted`}</option>
            <option value="team_members">{t`Only members of the teams`}</option>
          </select>
        )}
      </Field>
      {form.visibility === 'team_members' ? <MemberLinks form={form} /> : null}
    </>
  )
})

/** Links to the members of the teams, or what is missing. */
const MemberLinks = observer(function MemberLinks({ form }: Pick<FormProps, 'form'>) {
  const { teams } = useEventOptions()
  const keys = [form.away, form.home].filter(Boolean)
  if (keys.length === 0)
    return (
      <p className="hint">
        <Trans>Choose the teams whose members may watch.</Trans>
      </p>
    )
  return (
    <p className="actions">
      {keys.map(key => {
        const name = teams.find(({ value }) => value === key)?.label ?? key
        return (
          <Link key={key} className="link" to={`/studio/content/teams/${key}/members`}>
            <Trans>Members of {name}</Trans>
          </Link>
        )
      })}
    </p>
  )
})
