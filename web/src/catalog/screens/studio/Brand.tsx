import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ComponentType, useCallback, useEffect } from 'react'
import { Link, Navigate, Route } from 'react-router'
import { useUnsavedWarning } from '@/shared/hooks/useUnsavedWarning'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { Loaded } from '@/shared/studio/Loaded'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { TabNav } from '@/shared/ui/TabNav'
import { findLabel } from '../../brandFields'
import { BrandPreview } from '../../components/studio/brand/BrandPreview'
import { HomeTab } from '../../components/studio/brand/HomeTab'
import { LookTab } from '../../components/studio/brand/LookTab'
import { MenuTab } from '../../components/studio/brand/MenuTab'
import { RegionsTab } from '../../components/studio/brand/RegionsTab'
import { TextsTab } from '../../components/studio/brand/TextsTab'
import { useCatalog } from '../../context'
import { brandStore } from '../../stores/studio/BrandStore'
import '../../components/studio/Content.css'
import '../../components/studio/brand/Brand.css'

const EditConflict = lazyComponent(() =>
  import('@/shared/studio/EditConflict').then(({ EditConflict }) => ({ default: EditConflict })),
)

const TABS = [
  { path: 'look', label: msg`Look`, Form: LookTab },
  { path: 'home', label: msg`Home page`, Form: HomeTab },
  { path: 'menu', label: msg`Menu`, Form: MenuTab },
  { path: 'texts', label: msg`Texts`, Form: TextsTab },
  { path: 'regions', label: msg`Regions`, Form: RegionsTab },
  { path: 'preview', label: msg`Preview`, Form: null },
] as const

/** `/studio/brand`: a draft of the home page and the brand, with a preview of the site, until it is published. */
export default function Brand() {
  return (
    <RoomRoutes>
      {TABS.map(({ path, Form }) => (
        <Route key={path} path={path} element={<BrandPage tab={path} Form={Form} />} />
      ))}
      <Route index element={<Navigate to="/studio/brand/look" replace />} />
    </RoomRoutes>
  )
}

const BrandPage = observer(function BrandPage({ tab, Form }: { tab: string; Form: ComponentType | null }) {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(brandStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(() => {
    if (!store.saved.value) load()
  }, [store, load])
  return (
    <StudioPage
      title={t`Home page and brand`}
      lede={<Trans>Change how the channel looks. Visitors see the changes when you publish them.</Trans>}
      actions={<PublishActions />}
    >
      <TabNav label={t`Sections`}>
        {TABS.map(({ path, label }) => (
          <Link key={path} to={`/studio/brand/${path}`} aria-current={path === tab ? 'page' : undefined}>
            {t(label)}
          </Link>
        ))}
      </TabNav>
      <Loaded source={store.saved} errorTitle={t`The brand could not be loaded`} onRetry={load}>
        {() => (
          <div className={Form ? 'brand-room brand-room--form' : 'brand-room'}>
            {Form ? (
              <div className="brand-room__form">
                <DraftErrors />
                <Form />
              </div>
            ) : null}
            <div className="brand-room__preview">
              <BrandPreview />
            </div>
          </div>
        )}
      </Loaded>
    </StudioPage>
  )
})

const PublishActions = observer(function PublishActions() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(brandStore)
  const isChanged = store.edits.length > 0
  useUnsavedWarning(isChanged)
  const finish = (isPublished: boolean) =>
    isPublished && catalog.shell.toasts.show(t`Published`, { type: 'success' })
  return (
    <>
      {isChanged ? (
        <Button kind="quiet" disabled={store.isBusy} onClick={() => store.discard()}>
          <Trans>Discard changes</Trans>
        </Button>
      ) : null}
      <Button
        kind="primary"
        busy={store.isBusy}
        disabled={!isChanged}
        onClick={() => void store.publish().then(finish)}
      >
        <Trans>Publish</Trans>
      </Button>
      {store.conflict ? (
        <EditConflict
          mine={store.mine}
          theirs={store.conflict.current}
          busy={store.isBusy}
          onKeepMine={() => void store.keepMine().then(finish)}
          onTakeTheirs={() => store.takeTheirs()}
          onClose={() => store.closeConflict()}
        />
      ) : null}
    </>
  )
})

/** The errors of the draft with the names of their fields, because a field may be on another tab. */
const DraftErrors = observer(function DraftErrors() {
  const { t } = useLingui()
  const store = useCatalog().resolve(brandStore)
  const formatError = useErrorMessage()
  const fieldErrors = Object.entries(store.errors).map(([path, [error]]) => {
    const label = findLabel(path)
    return `${label ? t(label) : path}: ${error ? formatError(error) : ''}`
  })
  const messages = [...fieldErrors, ...(store.errorMessage ? [formatError(store.errorMessage)] : [])]
  return messages.length ? <FormError message={messages.join(' ')} /> : null
})
