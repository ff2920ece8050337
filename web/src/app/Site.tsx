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

function memoize(compute: (url: string) => boolean): (url: string) => boolean {
  const cache = new Map<string, boolean>()
  return url => {
    const result = cache.get(url) ?? compute(url)
    cache.set(url, result)
    return result
  }
}

/** The purchase options load when a viewer opens an event without access. */
const PurchaseOptions = lazyPurchaseOptions(loadPurchaseOptions)

/** The page around every screen: header, footer, notices and routing. */
export const Site = observer(function Site({ root }: { root: RootStore }) {
  const { t } = useLingui()
  const { channel, language } = root
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname)
  const routes = useMemo(() => routesOf(channel), [channel.bundle])
  // The channel's redirects come first: they take precedence over screens with the same path.
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
  const currentRoute = canonical === pathname ? routeAt(routes, pathname) : null
  const redirect = useRouteGuard(root, currentRoute)
  const element = useRoutes(elements)
  const screen = canonical === pathname ? element : <Navigate to={canonical + search + hash} replace />
  useNavigationFocus(main)

  const isBare = currentRoute?.route.isBare ?? false
  const changeLanguage = (newLanguage: string) =>
    root.changeLanguage(newLanguage).catch(() => {
      root.toasts.show(t`The language could not be changed. Please try again.`, { type: 'error' })
    })
  const onTitle = useCallback((title: string) => root.lastVisited.setTitle(pathname, title), [root, pathname])
  // Every link in the header and footer calls this on each render.
  const isLinkable = useMemo(() => memoize((url: string) => root.isLinkable(url)), [root, channel.bundle])
  return (
    <LinkableContext value={isLinkable}>
      <LoadErrorContext value={useLoadErrorHandler(root)}>
        <SlotsContext value={useSlots()}>
          {isBare ? null : (
            <Header
              search={<SearchButton />}
              isLinkable={isLinkable}
              language={language.current}
              onLanguageChange={changeLanguage}
            />
          )}
          {currentRoute?.route.hasOwnOfflineNotice ? null : <OfflineNotice />}
          {isBare ? null : <NoticeBar />}
          {isBare ? null : <Slot name="pageOverlay" slotProps={EMPTY} />}
          <main id="main" ref={main} tabIndex={-1} className={isBare ? 'main main--bare' : 'main'}>
            <ScreenBoundary key={pathname}>
              {redirect ? <GuardRedirect redirect={redirect} /> : <Screen onTitle={onTitle}>{screen}</Screen>}
            </ScreenBoundary>
          </main>
          {isBare ? null : <Footer isLinkable={isLinkable} />}
          {isBare ? null : <PopupDialog isLinkable={isLinkable} />}
          <Notices root={root} />
        </SlotsContext>
      </LoadErrorContext>
    </LinkableContext>
  )
})

/** A screen with the components of contexts that it does not import. */
function Screen({ onTitle, children }: { onTitle: (title: string) => void; children: ReactNode }) {
  return (
    <TitleListenerContext value={onTitle}>
      <ProfileTabsContext value={PROFILE_TABS}>
        <PurchaseOptionsContext value={PurchaseOptions}>{children}</PurchaseOptionsContext>
      </ProfileTabsContext>
    </TitleListenerContext>
  )
}
