import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { Navigate, useLocation, useRoutes } from 'react-router'
import { loadWaysIn } from '@/billing'
import { lateWaysIn, SearchButton, WaysInShop } from '@/catalog'
import { Footer, Header, NoticeBar, PopupDialog, ProfileTabs } from '@/channel'
import { TitleHeard } from '@/shared/hooks/useTitle'
import { Lost } from '@/shared/late'
import { LeadsSomewhere } from '@/shared/leadsSomewhere'
import { Part, Parts } from '@/shared/parts'
import { OfflineNotice } from '@/shared/ui/OfflineNotice'
import { Notices } from './Notices'
import { Onward } from './Onward'
import { PROFILE_TABS } from './profile'
import type { RootStore } from './RootStore'
import { canonicalPath, routeAt, routesOf, withQuery } from './routes'
import { ScreenBoundary } from './ScreenBoundary'
import { useArrival } from './useArrival'
import { useLost } from './useLost'
import { useParts } from './useParts'
import { useVisit } from './useVisit'
import './Site.css'

const NOTHING = {}

function remembered(answer: (question: string) => boolean): (question: string) => boolean {
  const known = new Map<string, boolean>()
  return question => {
    const found = known.get(question) ?? answer(question)
    known.set(question, found)
    return found
  }
}

/** What opens a closed game comes when somebody stands before one. */
const WaysIn = lateWaysIn(loadWaysIn)

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
  const way = useVisit(root, here)
  const found = useRoutes(elements)
  const screen = canonical === pathname ? found : <Navigate to={canonical + search + hash} replace />
  useArrival(main)

  const bare = here?.route.bare ?? false
  const choose = (choice: string) =>
    root.changeLanguage(choice).catch(() => {
      root.toasts.show(t`The language could not be changed. Please try again.`, { type: 'error' })
    })
  const heard = useCallback((title: string) => root.lastVisited.name(pathname, title), [root, pathname])
  // Every link of the header and the footer asks each time they are drawn.
  const leads = useMemo(() => remembered((url: string) => root.leadsSomewhere(url)), [root, channel.bundle])
  return (
    <LeadsSomewhere value={leads}>
      <Lost value={useLost(root)}>
        <Parts value={useParts()}>
          {bare ? null : (
            <Header
              search={<SearchButton />}
              leadsSomewhere={leads}
              language={language.current}
              onLanguage={choose}
            />
          )}
          <OfflineNotice />
          {bare ? null : <NoticeBar />}
          {bare ? null : <Part name="overPage" facts={NOTHING} />}
          <main id="main" ref={main} tabIndex={-1} className={bare ? 'main main--bare' : 'main'}>
            <ScreenBoundary key={pathname}>
              {way ? <Onward way={way} /> : <Screen heard={heard}>{screen}</Screen>}
            </ScreenBoundary>
          </main>
          {bare ? null : <Footer leadsSomewhere={leads} />}
          {bare ? null : <PopupDialog leadsSomewhere={leads} />}
          <Notices root={root} />
        </Parts>
      </Lost>
    </LeadsSomewhere>
  )
})

/** A screen with what it may need of contexts that it does not know. */
function Screen({ heard, children }: { heard: (title: string) => void; children: ReactNode }) {
  return (
    <TitleHeard value={heard}>
      <ProfileTabs value={PROFILE_TABS}>
        <WaysInShop value={WaysIn}>{children}</WaysInShop>
      </ProfileTabs>
    </TitleHeard>
  )
}
