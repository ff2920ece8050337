import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent } from 'react'
import { money } from '@/shared/format/money'
import { useSentence } from '@/shared/http/sentences'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { Icon } from '@/shared/ui/Icon'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'

/** A promo code, and what it takes off; a free trial takes none. */
export const PromoCode = observer(function PromoCode() {
  const { selection } = useBilling().bring(checkoutStore)
  const { trialDays, trialOnOffer } = selection
  if (trialDays > 0) {
    return (
      <div className="stack stack--2">
        <p className="promo__good">
          <Icon name="check" size="s" />
          {plural(trialDays, { one: '#-day free trial', other: '#-day free trial' })}
        </p>
        <div>
          <Button kind="quiet" size="s" onClick={() => selection.takeTrial(false)}>
            <Trans>Use a promo code instead of the trial</Trans>
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <CodeForm />
      {trialOnOffer > 0 ? <BackToTrial /> : null}
    </>
  )
})

const CodeForm = observer(function CodeForm() {
  const { t, i18n } = useLingui()
  const say = useSentence()
  const checkout = useBilling().bring(checkoutStore)
  const { coupon } = checkout
  const { applied, form } = coupon

  function apply(event: FormEvent) {
    event.preventDefault()
    if (applied) coupon.remove()
    else void checkout.applyCode()
  }

  return (
    <form className="stack stack--2" noValidate onSubmit={apply}>
      <div className="promo">
        <TextField
          label={t`Promo code`}
          name="promo_code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={form.refusal ? true : undefined}
          value={form.values.code}
          onChange={event => coupon.change(event.target.value)}
        />
        <Button submit kind="outline" busy={form.busy}>
          {applied ? <Trans>Remove</Trans> : <Trans>Apply</Trans>}
        </Button>
      </div>
      <div role="status">
        {applied ? (
          <p className="promo__good">
            <Icon name="check" size="s" />
            {t`${applied.code} takes ${money(applied.discount, applied.currency, i18n.locale)} off`}
          </p>
        ) : null}
        {form.refusal ? (
          <p className="error">
            <Icon name="alert" />
            {say(form.refusal)}
          </p>
        ) : null}
      </div>
    </form>
  )
})

const BackToTrial = observer(function BackToTrial() {
  const { selection, coupon } = useBilling().bring(checkoutStore)
  const back = () => {
    coupon.remove()
    selection.takeTrial(true)
  }
  return (
    <div>
      <Button kind="quiet" size="s" onClick={back}>
        <Trans>Take the free trial instead</Trans>
      </Button>
    </div>
  )
})
