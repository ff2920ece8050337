import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { NavLink, Route, useNavigate, useParams } from 'react-router'
import { isNotFound } from '@/shared/http/errors'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { EntryEditor } from '@/shared/studio/EntryEditor'
import { Loaded } from '@/shared/studio/Loaded'
import { toText } from '@/shared/studio/localizedText'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { TabNav } from '@/shared/ui/TabNav'
import { HolderList } from '../../components/studio/offers/HolderList'
import { OfferEditor } from '../../components/studio/offers/OfferEditor'
import { OfferBadge } from '../../components/studio/offers/OfferTable'
import { useBilling } from '../../context'
import { countHolders } from '../../offerChanges'
import { studioOffersStore } from '../../stores/StudioOffersStore'
import type { OfferKind } from '../../studioOffersApi'

const EndSaleDialog = lazyComponent(() => import('../../components/studio/offers/EndSaleDialog'))

const SECTIONS: Record<OfferKind, string> = { package: 'packages', subscription: 'subscriptions' }

/** `/studio/offers/package/:key`: the form of an offer, and who holds it. */
export function OfferPage({ kind }: { kind: OfferKind }) {
  const { key = '' } = useParams()
  return <OfferScreen key={key} kind={kind} offerKey={key} />
}

const OfferScreen = observer(function OfferScreen({ kind, offerKey }: { kind: OfferKind; offerKey: string }) {
  const { t, i18n } = useLingui()
  const billing = useBilling()
  const navigate = useNavigate()
  const store = billing.resolve(studioOffersStore)
  const [editor] = useState(() => new EntryEditor(store.entries, SECTIONS[kind], offerKey))
  const [isEnding, setEnding] = useState(false)
  const load = useCallback(() => {
    void editor.load()
    void store.loadOffers()
  }, [editor, store])
  useEffect(load, [load])
  const { settings } = billing.shell.channel
  const offer = store.find(kind, offerKey)
  const entry = editor.entry.value
  const name =
    offer?.name ?? (entry ? toText(entry.value.name, i18n.locale, settings.language) : '') ?? offerKey
  const { holders } = countHolders(offer)
  const path = `/studio/offers/${kind}/${offerKey}`

  function finish(text: string, to?: string) {
    billing.shell.toasts.show(text, { type: 'success' })
    if (to) void navigate(to)
    else load()
  }

  return (
    <StudioPage
      title={name || offerKey}
      parent={{ to: '/studio/offers', label: t`Offers` }}
      lede={offer ? <OfferBadge offer={offer} /> : null}
      actions={
        entry && offer ? (
          <Button kind="outline" aria-haspopup="dialog" onClick={() => setEnding(true)}>
            <Trans>End the sale</Trans>
          </Button>
        ) : null
      }
    >
      <TabNav label={t`Parts of this offer`}>
        <NavLink to={path} end>
          <Trans>Details</Trans>
        </NavLink>
        <NavLink to={`${path}/holders`}>
          <Trans>Holders</Trans> {offer ? <span className="muted">{holders}</span> : null}
        </NavLink>
      </TabNav>
      <RoomRoutes>
        <Route
          index
          element={
            isNotFound(editor.entry.error) ? (
              <NoLongerSold />
            ) : (
              <Loaded source={editor.entry} errorTitle={t`The offer could not be loaded`} onRetry={load}>
                {loaded => (
                  <OfferEditor
                    key={loaded.version}
                    kind={kind}
                    entry={loaded}
                    editor={editor}
                    onSaved={() => finish(t`Offer saved`)}
                  />
                )}
              </Loaded>
            )
          }
        />
        <Route path="holders" element={<HolderList kind={kind} offerKey={offerKey} />} />
      </RoomRoutes>
      {isEnding && offer ? (
        <EndSaleDialog
          offer={offer}
          editor={editor}
          onClose={() => {
            editor.dismiss()
            setEnding(false)
          }}
          onDone={() => finish(t`The offer is no longer sold`, '/studio/offers')}
        />
      ) : null}
    </StudioPage>
  )
})

function NoLongerSold() {
  const { t } = useLingui()
  return (
    <EmptyState icon="ticket" title={t`This offer is no longer sold`}>
      <Trans>To sell it again, undo the change that removed it.</Trans>
    </EmptyState>
  )
}

/** `/studio/offers/package/_new`: the form of a new offer. Its key is made from its name. */
export const NewOfferPage = observer(function NewOfferPage({ kind }: { kind: OfferKind }) {
  const { t } = useLingui()
  const billing = useBilling()
  const navigate = useNavigate()
  const store = billing.resolve(studioOffersStore)
  const [editor] = useState(() => new EntryEditor(store.entries, SECTIONS[kind], ''))
  const load = useCallback(() => void store.loadOffers(), [store])
  useEffect(load, [load])
  function finish(key: string) {
    billing.shell.toasts.show(t`The offer is on sale`, { type: 'success' })
    void navigate(`/studio/offers/${kind}/${key}`, { replace: true })
  }
  return (
    <StudioPage
      title={kind === 'package' ? t`New pass` : t`New subscription`}
      parent={{ to: '/studio/offers', label: t`Offers` }}
    >
      <Loaded source={store.offers} errorTitle={t`The offers could not be loaded`} onRetry={load}>
        {() => <OfferEditor kind={kind} entry={null} editor={editor} onSaved={finish} />}
      </Loaded>
    </StudioPage>
  )
})
