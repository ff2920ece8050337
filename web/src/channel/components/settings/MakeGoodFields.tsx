import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { TextField } from '@/shared/ui/Field'
import { Group } from './SettingsFields'
import { ChoiceField, type FieldsProps, inputProps } from './settingsInputs'

/** The policy of make-goods: what viewers are paid back for events that did not play. */
export const MakeGoodFields = observer(function MakeGoodFields(props: FieldsProps) {
  const { t } = useLingui()
  const methods = [
    ['credit', t`Promo code for the account`],
    ['refund', t`Refund to the card`],
  ] as const
  const isOff = props.form.values.make_good_mode === 'off'
  return (
    <Group title={<Trans>Make-goods</Trans>}>
      <p className="hint">
        <Trans>
          Viewers who paid get money back for what did not play through the fault of the venue or the
          delivery.
        </Trans>
      </p>
      <div className="settings-grid">
        <ChoiceField
          {...props}
          name="make_good_mode"
          label={t`Pay viewers back`}
          options={[
            ['off', t`Off`],
            ['propose', t`Propose, and pay when we press the button`],
            ['automatic', t`Automatically`],
          ]}
        />
        {isOff ? null : (
          <>
            <TextField
              {...inputProps(props, 'make_good_percent')}
              label={t`Percent lost for a share`}
              inputMode="numeric"
            />
            <TextField
              {...inputProps(props, 'make_good_minutes')}
              label={t`Or minutes lost for a share`}
              inputMode="numeric"
            />
            <ChoiceField {...props} name="make_good_method" label={t`Pay a share as`} options={methods} />
            <TextField
              {...inputProps(props, 'make_good_full_percent')}
              label={t`Percent lost for the full price`}
              inputMode="numeric"
            />
            <ChoiceField
              {...props}
              name="make_good_full_method"
              label={t`Pay the full price as`}
              options={methods}
            />
            <TextField
              {...inputProps(props, 'make_good_viewer_limit')}
              label={t`Most for a viewer and event`}
              hint={t`Whole units of the channel’s currency. Empty: no limit.`}
              inputMode="numeric"
            />
            <TextField
              {...inputProps(props, 'make_good_event_limit')}
              label={t`Most for an event`}
              hint={t`Whole units of the channel’s currency. Empty: no limit.`}
              inputMode="numeric"
            />
          </>
        )}
      </div>
    </Group>
  )
})
