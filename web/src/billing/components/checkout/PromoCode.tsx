import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { FormEvent, ReactNode } from 'react'
import { formatMoney } from '@/shared/format/money'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Icon } from '@/shared/ui/Icon'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'

/** The promo code form. A free trial replaces it, because a trial accepts no promo code. */
export const PromoCode = observer(function PromoCode() {
  const { selection } = useBilling().resolve(checkoutStore)
  const { trialDays, offeredTrialDays, item } = selection
  if (item?.choice) return null
  if (trialDays > 0) {
    return (
      <div className="stack stack--2">
        <p className="promo__applied">
          <Icon name="check" size="s" />
          {plural(trialDays, { one: '#-day free trial', other: '#-day free trial' })}
        </p>
        <AlternativeButton onClick={() => selection.setTrial(false)}>
          <Trans>Use a promo code instead</Trans>
        </AlternativeButton>
      </div>
    )
  }
  return (
    <>
      <CodeForm />
      {offeredTrialDays > 0 ? <BackToTrial /> : null}
    </>
  )
})

const CodeForm = observer(function CodeForm() {
  const { t, i18n } = useLingui()
  const getErrorMessage = useErrorMessage()
  const checkout = useBilling().resolve(checkoutStore)
  const { coupon } = checkout
  const { applied, form } = coupon

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (applied) coupon.remove()
    else void checkout.applyCode()
  }

  return (
    <form className="stack stack--2" noValidate onSubmit={handleSubmit}>
      <Field label={t`Promo code`} error={form.errorMessage ? getErrorMessage(form.errorMessage) : undefined}>
        {ids => (
          <div className="promo">
            <input
              {...ids}
              className="input promo__code"
              name="promo_code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={form.values.code}
              onChange={event => coupon.change(event.target.value)}
            />
            <Button submit kind="outline" className="promo__button" busy={form.isBusy}>
              {applied ? <Trans>Remove</Trans> : <Trans>Apply</Trans>}
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {applied ? (
          <p className="promo__applied">
            <Icon name="check" size="s" />
            {t`${applied.code}: ${formatMoney(applied.discount, applied.currency, i18n.locale)} off`}
          </p>
        ) : null}
      </div>
    </form>
  )
})

const BackToTrial = observer(function BackToTrial() {
  const { selection, coupon } = useBilling().resolve(checkoutStore)
  const returnToTrial = () => {
    coupon.remove()
    selection.setTrial(true)
  }
  return (
    <AlternativeButton onClick={returnToTrial}>
      <Trans>Use the free trial instead</Trans>
    </AlternativeButton>
  )
})

/** The button that switches between the free trial and a promo code. */
function AlternativeButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <div>
      <Button kind="quiet" size="s" className="promo__alternative" onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
