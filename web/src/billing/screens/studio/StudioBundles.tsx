import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import type { StudioBundle } from '../../bundlesApi'
import { type BundleAction, BundleTable } from '../../components/studio/bundles/BundleTable'
import { ProposeDialog } from '../../components/studio/bundles/ProposeDialog'
import { useBilling } from '../../context'
import { studioBundlesStore } from '../../stores/StudioBundlesStore'

/** `/studio/bundles`: offers that also open another channel, and proposals in both directions. */
export default observer(function StudioBundles() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioBundlesStore)
  const [isProposing, setProposing] = useState(false)
  const [step, setStep] = useState<[StudioBundle, BundleAction] | null>(null)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { value } = store.bundles
  function close() {
    store.clearForms()
    setProposing(false)
    setStep(null)
  }
  const act = (bundle: StudioBundle, action: BundleAction) => setStep([bundle, action])
  return (
    <StudioPage
      title={t`Bundles`}
      lede={<Trans>Offers that also open another channel, for a share of the revenue.</Trans>}
      actions={
        value?.offers.length ? (
          <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => setProposing(true)}>
            <Trans>Propose a bundle</Trans>
          </Button>
        ) : null
      }
    >
      <Loaded source={store.bundles} errorTitle={t`The bundles could not be loaded`} onRetry={load}>
        {({ incoming, outgoing }) => (
          <div className="stack stack--8">
            {incoming.length ? (
              <section className="stack" aria-label={t`Sold by other channels`}>
                <h2 className="display h3">
                  <Trans>Sold by other channels</Trans>
                </h2>
                <BundleTable bundles={incoming} isIncoming onAct={act} />
              </section>
            ) : null}
            {outgoing.length ? (
              <section className="stack" aria-label={t`Sold by this channel`}>
                <h2 className="display h3">
                  <Trans>Sold by this channel</Trans>
                </h2>
                <BundleTable bundles={outgoing} isIncoming={false} onAct={act} />
              </section>
            ) : null}
            {incoming.length || outgoing.length ? null : (
              <EmptyState icon="cards" title={t`No bundles yet`}>
                <Trans>Propose to another channel that one of your passes opens both.</Trans>
              </EmptyState>
            )}
          </div>
        )}
      </Loaded>
      {isProposing && value ? <ProposeDialog offers={value.offers} onClose={close} /> : null}
      {step ? <StepDialog bundle={step[0]} action={step[1]} onClose={close} /> : null}
    </StudioPage>
  )
})

interface StepProps {
  bundle: StudioBundle
  action: BundleAction
  onClose: () => void
}

const StepDialog = observer(function StepDialog({ bundle, action, onClose }: StepProps) {
  const { t, i18n } = useLingui()
  const store = useBilling().resolve(studioBundlesStore)
  const { offer } = bundle
  const channel = bundle.channel.name
  const share = i18n.number(Number(bundle.percent) / 100, { style: 'percent', maximumFractionDigits: 2 })
  const texts = {
    accept: {
      title: t`Accept the proposal of ${channel}?`,
      description: (
        <Trans>
          Everyone who buys {offer} from now on can also watch your channel, as with a subscription. You get{' '}
          {share} of the net revenue.
        </Trans>
      ),
      label: <Trans>Accept</Trans>,
    },
    decline: {
      title: t`Decline the proposal of ${channel}?`,
      description: <Trans>{offer} will not open your channel.</Trans>,
      label: <Trans>Decline</Trans>,
    },
    withdraw: {
      title: t`Withdraw the proposal to ${channel}?`,
      description: <Trans>{channel} can no longer accept it.</Trans>,
      label: <Trans>Withdraw</Trans>,
    },
    end: {
      title: t`End the bundle with ${channel}?`,
      description: (
        <Trans>
          New buyers of {offer} no longer get both channels. Passes that were sold stay valid. Subscriptions
          keep both channels until their current period ends.
        </Trans>
      ),
      label: <Trans>End bundle</Trans>,
    },
  }
  const { title, description, label } = texts[action]
  const run = () => (action === 'accept' ? store.accept(bundle.id) : store.end(bundle.id))
  return (
    <ConfirmDialog
      form={store.actionForm}
      title={title}
      description={description}
      action={label}
      danger={action === 'end'}
      onConfirm={() => void run().then(isDone => isDone && onClose())}
      onClose={onClose}
    />
  )
})
