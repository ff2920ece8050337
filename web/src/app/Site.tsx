import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { Navigate, useLocation, useRoutes } from 'react-router'
import { loadPurchaseOptions } from '@/billing'
import { lazyPurchaseOptions, SearchButton } from '@/catalog'
import { Footer, Header, NoticeBar, PopupDialog, ProfileTabsContext } from '@/channel'
import { LinkableContext } from '@/shared/contexts/linkable'
import { PurchaseOptionsContext } from '@/shared/contexts/purchaseOptions'
import { Slot, SlotsContext } from '@/shared/contexts/slots'
import { TitleListenerContext } from '@/shared/hooks/useDocumentTitle'
import { LoadErrorContext } from '@/shared/loading/lazyComponent'
import { OfflineNotice } from '@/shared/ui/OfflineNotice'
import { GuardRedirect } from './GuardRedirect'
import { Notices } from './Notices'
import { PROFILE_TABS } from './profile'
import type { RootStore } from './RootStore'
import { canonicalPath, routeAt, routesOf, withQuery } from './routes'
import { ScreenBoundary } from './ScreenBoundary'
import { useLoadErrorHandler } from './useLoadErrorHandler'
import { useNavigationFocus } from './useNavigationFocus'
import { useRouteGuard } from './useRouteGuard'
import { useSlots } from './useSlots'
import './Site.css'

const EMPTY = {}

function memoize(answer: (question: string) => boolean): (question: string) => boolean {
  const known = new Map<string, boolean>()
  return question => {
    const found = known.get(question) ?? answer(question)
    known.set(question, found)
    return found
  }
}

/** What opens a closed game comes when somebody stands before one. */
const PurchaseOptions = lazyPurchaseOptions(loadPurchaseOptions)

/** The page around every screen: header, footer, notices; and the way from an address to its screen. */
export const Site = observer(function Site({ root }: { root: RootStore }) {
  const { t } = useLingui()
  const { channel, language } = root
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname)
  const routes = useMemo(() => routesOf(channel), [channel.bundle])
  // The channel's own addresses stand first: they win over a screen that has the same one.
  const elements = useMemo(
    () => [
      ...channel.settings.routes.map(({ path, to }) => ({
        path,
        element: <Navigate to={withQuery(to, search)} replace />,
      })),
      ...routes.map(({ path, Screen }) => ({ path, element: <Screen /> })),
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
    [routes, channel.settings, search],
  )
  const main = useRef<HTMLElement>(null)
  const here = canonical === pathname ? routeAt(routes, pathname) : null
  const way = useRouteGuard(root, here)
  const found = useRoutes(elements)
  const screen = canonical === pathname ? found : <Navigate to={canonical + search + hash} replace />
  useNavigationFocus(main)

  const bare = here?.route.isBare ?? false
  const choose = (choice: string) =>
    root.changeLanguage(choice).catch(() => {
      root.toasts.show(t`The language could not be changed. Please try again.`, { type: 'error' })
    })
  const onTitle = useCallback((title: string) => root.lastVisited.name(pathname, title), [root, pathname])
  // Every link of the header and the footer asks each time they are drawn.
  const leads = useMemo(() => memoize((url: string) => root.isLinkable(url)), [root, channel.bundle])
  return (
    <LinkableContext value={leads}>
      <LoadErrorContext value={useLoadErrorHandler(root)}>
        <SlotsContext value={useSlots()}>
          {bare ? null : (
            <Header
              search={<SearchButton />}
              isLinkable={leads}
              language={language.current}
              onLanguage={choose}
            />
          )}
          <OfflineNotice />
          {bare ? null : <NoticeBar />}
          {bare ? null : <Slot name="pageOverlay" slotProps={EMPTY} />}
          <main id="main" ref={main} tabIndex={-1} className={bare ? 'main main--bare' : 'main'}>
            <ScreenBoundary key={pathname}>
              {way ? <GuardRedirect way={way} /> : <Screen onTitle={onTitle}>{screen}</Screen>}
            </ScreenBoundary>
          </main>
          {bare ? null : <Footer leadsSomewhere={leads} />}
          {bare ? null : <PopupDialog isLinkable={leads} />}
          <Notices root={root} />
        </SlotsContext>
      </LoadErrorContext>
    </LinkableContext>
  )
})

/** A screen with what it may need of contexts that it does not know. */
function Screen({ onTitle, children }: { onTitle: (title: string) => void; children: ReactNode }) {
  return (
    <TitleListenerContext value={onTitle}>
      <ProfileTabsContext value={PROFILE_TABS}>
        <PurchaseOptionsContext value={PurchaseOptions}>{children}</PurchaseOptionsContext>
      </ProfileTabsContext>
    </TitleListenerContext>
  )
}
