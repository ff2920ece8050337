import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { LocalizedField } from '@/shared/studio/LocalizedField'
import { Button } from '@/shared/ui/Button'
import { CheckField } from '@/shared/ui/CheckField'
import { Field, TextField } from '@/shared/ui/Field'
import { IconButton } from '@/shared/ui/IconButton'
import { useBilling } from '../../../context'
import type { OfferForm } from '../../../offerForm'
import { DONATION } from '../../../priceChoiceForm'
import { AccessFields } from './OfferAccessFields'
import { OfferAvailabilityFields } from './OfferAvailabilityFields'
import type { OfferFieldsProps } from './offerFieldsProps'
import { PriceChoiceFields } from './PriceChoiceFields'

/** All fields of an offer, in sections. */
export function OfferFields(props: OfferFieldsProps) {
  return (
    <>
      <FieldSection title={<Trans>Texts</Trans>}>
        <TextFields {...props} />
      </FieldSection>
      <FieldSection title={<Trans>Price</Trans>}>
        <PriceFields {...props} />
        {props.kind === 'package' ? <PriceChoiceFields {...props} /> : null}
      </FieldSection>
      <FieldSection title={<Trans>Access</Trans>}>
        <AccessFields {...props} />
        {props.form.type === DONATION ? null : <OfferAvailabilityFields {...props} />}
      </FieldSection>
      <FieldSection title={<Trans>Order on the page</Trans>}>
        <TextField
          label={<Trans>Weight</Trans>}
          hint={<Trans>Higher weights come first. Empty counts as 0.</Trans>}
          inputMode="numeric"
          error={props.errorFor('weight')}
          value={props.form.weight}
          onChange={event => props.onChange({ weight: event.target.value })}
        />
        <CheckField
          checked={props.form.isRecommended}
          onChange={event => props.onChange({ isRecommended: event.target.checked })}
        >
          <Trans>Recommend this offer</Trans>
        </CheckField>
      </FieldSection>
    </>
  )
}

function FieldSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="panel stack">
      <h2 className="display h3">{title}</h2>
      {children}
    </section>
  )
}

const TextFields = observer(function TextFields({ form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  const { settings } = useBilling().shell.channel
  const changeFeature = (index: number, texts: OfferForm['name']) =>
    onChange({ features: form.features.map((feature, other) => (other === index ? texts : feature)) })
  return (
    <>
      <LocalizedField
        label={t`Name`}
        settings={settings}
        error={errorFor('name')}
        value={form.name}
        onChange={name => onChange({ name })}
      />
      <LocalizedField
        label={t`Description`}
        settings={settings}
        multiline
        error={errorFor('description')}
        value={form.description}
        onChange={description => onChange({ description })}
      />
      {form.features.map((feature, index) => {
        const number = index + 1
        return (
          <div key={index} className="offer-form__feature">
            <LocalizedField
              label={t`Feature ${number}`}
              settings={settings}
              error={errorFor(`features[${index}]`)}
              value={feature}
              onChange={texts => changeFeature(index, texts)}
            />
            <IconButton
              icon="close"
              label={t`Remove feature ${number}`}
              onClick={() => onChange({ features: form.features.filter((_, other) => other !== index) })}
            />
          </div>
        )
      })}
      <div>
        <Button size="s" icon="plus" onClick={() => onChange({ features: [...form.features, {}] })}>
          <Trans>Add a feature</Trans>
        </Button>
      </div>
    </>
  )
})

const PriceFields = observer(function PriceFields({ kind, form, onChange, errorFor }: OfferFieldsProps) {
  const { t } = useLingui()
  const { currency } = useBilling().shell.channel.settings
  const periods =
    kind === 'subscription'
      ? [
          ['annual', t`Every 12 months`],
          ['monthly', t`Every 30 days`],
        ]
      : [
          ['', t`None`],
          ['season', t`per season`],
          ['month', t`per month`],
        ]
  const isKnown = periods.some(([value]) => value === form.period)
  return (
    <div className="offer-form__grid">
      <TextField
        label={t`Price in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        error={errorFor('price.base') ?? errorFor('price')}
        value={form.base}
        onChange={event => onChange({ base: event.target.value })}
      />
      <TextField
        label={t`Service fee`}
        hint={t`Added to the price. Promo codes never reduce it.`}
        inputMode="decimal"
        autoComplete="off"
        error={errorFor('price.fee')}
        value={form.fee}
        onChange={event => onChange({ fee: event.target.value })}
      />
      <Field
        label={kind === 'subscription' ? t`Renews` : t`Word after the price`}
        error={errorFor('period') ?? errorFor('offer')}
      >
        {ids => (
          <select
            {...ids}
            className="select"
            value={form.period}
            onChange={event => onChange({ period: event.target.value })}
          >
            {isKnown ? null : <option value={form.period}>{form.period}</option>}
            {periods.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === 'subscription' ? (
        <TextField
          label={t`Free trial in days`}
          hint={t`Empty: no trial`}
          inputMode="numeric"
          error={errorFor('trial_period')}
          value={form.trialDays}
          onChange={event => onChange({ trialDays: event.target.value })}
        />
      ) : null}
      {kind === 'subscription' && form.period === 'monthly' ? (
        <>
          <TextField
            label={t`Off-season: first day`}
            hint={t`Month and day, such as 06-01. Empty: charged all year.`}
            error={errorFor('off_season.from') ?? errorFor('off_season')}
            value={form.offSeasonFrom}
            onChange={event => onChange({ offSeasonFrom: event.target.value })}
          />
          <TextField
            label={t`Off-season: last day`}
            hint={t`Such as 08-31. Nobody is charged in the off-season. Paid days continue after it.`}
            error={errorFor('off_season.until')}
            value={form.offSeasonUntil}
            onChange={event => onChange({ offSeasonUntil: event.target.value })}
          />
        </>
      ) : null}
    </div>
  )
})
