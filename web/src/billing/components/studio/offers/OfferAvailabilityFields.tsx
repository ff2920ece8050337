import { Trans, useLingui } from '@lingui/react/macro'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import type { OfferForm } from '../../../offerForm'
import type { OfferFieldsProps } from './offerFieldsProps'

/** Whether the offer includes the live stream, the replay or both, and their video. */
export function OfferAvailabilityFields({ form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  return (
    <div className="offer-form__grid">
      <Field
        label={t`When to watch`}
        hint={t`Viewers who already bought the offer keep what they bought.`}
        error={errorFor('availability') ?? errorFor('availability.replay')}
      >
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.parts}
            onChange={event => onChange({ parts: event.target.value as OfferForm['parts'] })}
          >
            <option value="all">{t`Live and replay`}</option>
            <option value="live">{t`Live only`}</option>
            <option value="replay">{t`Replay only`}</option>
          </select>
        )}
      </Field>
      {form.parts === 'live' ? null : (
        <TextField
          label={t`Hours until the replay`}
          hint={t`Empty: right after the end`}
          inputMode="numeric"
          error={errorFor('availability.replay_delay_hours')}
          value={form.replayDelay}
          onChange={event => onChange({ replayDelay: event.target.value })}
        />
      )}
      <CheckField
        checked={form.isAudioOnly}
        error={errorFor('availability.audio_only')}
        onChange={event => onChange({ isAudioOnly: event.target.checked })}
      >
        <Trans>Audio only: viewers listen, and get no video, clips or downloads</Trans>
      </CheckField>
    </div>
  )
}
