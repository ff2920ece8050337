import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { useInterval } from '@/shared/hooks/useInterval'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { Button, LinkButton } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { EmptyState } from '@/shared/ui/states'
import { useBilling } from '../../context'
import type { MakeGoodPlan, StudioMakeGood } from '../../makeGoodApi'
import { formatPrice } from '../../price'
import { makeGoodStore } from '../../stores/MakeGoodStore'
import { MakeGoodTable } from './MakeGoodTable'
import '@/shared/ui/Panel.css'

const REFRESH_MS = 4_000

/** Who is paid back for an event that did not play, why and how much, and the button that pays. */
export default observer(function MakeGoodPanel({ eventKey }: { eventKey: string }) {
  const { t } = useLingui()
  const store = useBilling().resolve(makeGoodStore)
  const load = useCallback(() => void store.load(eventKey), [store, eventKey])
  useEffect(() => {
    load()
    return () => store.reset()
  }, [load, store])
  useInterval(load, REFRESH_MS)
  return (
    <Loaded source={store.plan} errorTitle={t`The make-goods could not be loaded`} onRetry={load}>
      {plan =>
        plan.make_goods.length > 0 ? <Plan plan={plan} eventKey={eventKey} /> : <Nothing plan={plan} />
      }
    </Loaded>
  )
})

function Nothing({ plan }: { plan: MakeGoodPlan }) {
  const { t } = useLingui()
  if (plan.mode === 'off') {
    return (
      <EmptyState
        icon="ticket"
        title={t`Make-goods are off`}
        actions={
          <LinkButton to="/studio/settings">
            <Trans>Open settings</Trans>
          </LinkButton>
        }
      >
        <Trans>With a policy, viewers are paid back for what did not play.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="ticket" title={t`Nobody is owed anything`}>
      {plan.is_measured ? (
        <Trans>No viewer who paid lost more of this event than the policy allows.</Trans>
      ) : (
        <Trans>Nothing was measured for this event yet.</Trans>
      )}
    </EmptyState>
  )
}

const Plan = observer(function Plan({ plan, eventKey }: { plan: MakeGoodPlan; eventKey: string }) {
  const { t, i18n } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(makeGoodStore)
  const [isPaying, setPaying] = useState(false)
  const [dismissed, setDismissed] = useState<StudioMakeGood | null>(null)
  const money = (price: string) => formatPrice({ price, currency: plan.currency }, i18n)
  const [unpaid, paid] = [money(plan.unpaid), money(plan.paid)]

  async function pay() {
    if (!(await store.pay(eventKey))) return
    setPaying(false)
    billing.shell.toasts.show(t`The payments have started`, { type: 'success' })
  }

  async function dismiss(id: number) {
    if (await store.dismiss(id)) setDismissed(null)
  }

  return (
    <div className="stack stack--6">
      <section className="panel stack" aria-labelledby="make-good-total">
        <div className="spread">
          <div className="stack stack--2">
            <h2 className="display h3" id="make-good-total">
              {plan.unpaid_count ? <Trans>{unpaid} to pay</Trans> : <Trans>{paid} paid</Trans>}
            </h2>
            <p className="hint">
              {plan.unpaid_count ? (
                <Plural
                  value={plan.unpaid_count}
                  one="# viewer lost a part of this event through no fault of their own."
                  other="# viewers lost a part of this event through no fault of their own."
                />
              ) : (
                <Trans>Everybody was paid. The viewers got an email.</Trans>
              )}
            </p>
          </div>
          {plan.unpaid_count ? (
            <Button kind="primary" onClick={() => setPaying(true)}>
              <Trans>Pay {unpaid}</Trans>
            </Button>
          ) : null}
        </div>
        {plan.is_final ? null : (
          <p className="hint" role="status">
            <Trans>Late reports may still arrive. They can only raise an amount that was paid.</Trans>
          </p>
        )}
      </section>
      <MakeGoodTable makeGoods={plan.make_goods} onDismiss={setDismissed} />
      {isPaying ? (
        <ConfirmDialog
          form={store.payForm}
          title={t`Pay ${unpaid}?`}
          description={
            <Plural
              value={plan.unpaid_count}
              one="# viewer gets a refund or a promo code, and an email that explains it."
              other="# viewers get a refund or a promo code, and an email that explains it."
            />
          }
          action={<Trans>Pay {unpaid}</Trans>}
          onConfirm={() => void pay()}
          onClose={() => setPaying(false)}
        />
      ) : null}
      {dismissed?.id ? (
        <ConfirmDialog
          form={store.dismissForm}
          title={t`Dismiss this make-good?`}
          description={
            <Trans>The viewer gets nothing for this event. The reason is kept in the activity log.</Trans>
          }
          action={<Trans>Dismiss</Trans>}
          disabled={!store.dismissForm.values.reason.trim()}
          danger
          onConfirm={() => void dismiss(Number(dismissed.id))}
          onClose={() => setDismissed(null)}
        >
          <TextField
            label={t`Reason`}
            value={store.dismissForm.values.reason}
            maxLength={300}
            onChange={event => store.dismissForm.change('reason', event.target.value)}
          />
        </ConfirmDialog>
      ) : null}
    </div>
  )
})
