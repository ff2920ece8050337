import { Trans } from '@lingui/react/macro'
import { CheckField } from '@/shared/ui/CheckField'
import { BlackoutFields } from '../BlackoutFields'
import { type FormProps, useFieldErrors } from './formFields'

/** Whether viewers may watch the event live, and download its recording. */
export function WatchingFields({ form, onChange, errors }: FormProps) {
  const errorOf = useFieldErrors(errors)
  return (
    <div className="stack stack--2">
      <CheckField
        checked={form.hasLive}
        error={errorOf('availability', 'availability.live')}
        onChange={event => onChange({ hasLive: event.target.checked })}
      >
        <Trans>Viewers can watch it live</Trans>
      </CheckField>
      <CheckField
        checked={form.hasVideo}
        error={errorOf('availability.audio_only')}
        onChange={event => onChange({ hasVideo: event.target.checked })}
      >
        <Trans>Viewers get video. Without it, they only listen</Trans>
      </CheckField>
      <CheckField
        checked={form.allowsDownloads}
        error={errorOf('availability.download')}
        onChange={event => onChange({ allowsDownloads: event.target.checked })}
      >
        <Trans>Viewers whose pass includes downloads can download the recording</Trans>
      </CheckField>
    </div>
  )
}

/** The blackouts of an event. Those of its category and of the channel count as well. */
export function EventBlackoutFields({ form, onChange, errors }: FormProps) {
  const errorOf = useFieldErrors(errors)
  return (
    <BlackoutFields
      blackouts={form.blackouts}
      onChange={blackouts => onChange({ blackouts })}
      errorOf={errorOf}
    />
  )
}
