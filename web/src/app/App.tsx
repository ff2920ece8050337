import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { AnalyticsProvider, loadCounting } from '@/analytics'
import { BillingProvider } from '@/billing'
import { CatalogProvider } from '@/catalog'
import { ChannelProvider } from '@/channel'
import { ClipsProvider } from '@/clips'
import { EngagementProvider } from '@/engagement'
import { atRest } from '@/shared/atRest'
import { SiteName } from '@/shared/hooks/useTitle'
import { PlaysTold } from '@/shared/plays'
import { KeptPositions } from '@/shared/positions'
import { SpoilerShield } from '@/shared/spoilers'
import { Loader } from '@/shared/ui/Loader'
import { Apology } from './Apology'
import type { PageFacts } from './page'
import type { RootStore } from './RootStore'
import { Site } from './Site'
import type { StartUpStore } from './StartUpStore'

interface Props {
  root: RootStore
  startUp: StartUpStore
  facts: PageFacts
}

/** From the loader to the site, or to the apology. A reset (another viewer, a lost key) starts every screen anew. */
export const App = observer(function App({ root, startUp, facts }: Props) {
  if (startUp.state === 'loading') {
    return (
      <main className="startup">
        <Loader logo={facts.logo} name={facts.name} shortName={facts.short_name || facts.name} />
      </main>
    )
  }
  return (
    <I18nProvider i18n={i18n}>
      {startUp.state === 'failed' ? (
        <Apology lockedUntil={startUp.lockedUntil} onReload={() => location.reload()} />
      ) : (
        <ChannelSite root={root} />
      )}
    </I18nProvider>
  )
})

const ChannelSite = observer(function ChannelSite({ root }: { root: RootStore }) {
  const { analytics, billing, channel, catalog, clips, engagement, language, viewer } = root
  const { current } = language
  const { look } = channel

  // The server has put it into the page already; a page without, or another language's, gets it here.
  useEffect(() => {
    void import('./theme').then(({ applyTheme }) => applyTheme(document, look))
  }, [look])
  useEffect(() => viewer.follow(), [viewer])
  useEffect(() => billing.follow(), [billing])
  useEffect(() => void engagement.meet(), [engagement, viewer.id])
  useEffect(() => atRest(() => analytics.begin(loadCounting)), [analytics])
  useEffect(() => {
    // The same word again would have every style of the page worked out anew.
    if (document.documentElement.lang !== current) document.documentElement.lang = current
  }, [current])

  return (
    <ChannelProvider store={channel}>
      <CatalogProvider store={catalog}>
        <BillingProvider store={billing}>
          <ClipsProvider store={clips}>
            <EngagementProvider store={engagement}>
              <AnalyticsProvider store={analytics}>
                <Following root={root}>
                  <SiteName value={channel.settings.name}>
                    <BrowserRouter>
                      <Site key={root.visit} root={root} />
                    </BrowserRouter>
                  </SiteName>
                </Following>
              </AnalyticsProvider>
            </EngagementProvider>
          </ClipsProvider>
        </BillingProvider>
      </CatalogProvider>
    </ChannelProvider>
  )
})

/** What all contexts ask of what viewers follow: whether a score is hidden, where they stopped; and who hears of plays. */
function Following({ root: { engagement, tellPlay }, children }: { root: RootStore; children: ReactNode }) {
  return (
    <SpoilerShield value={engagement.spoilers}>
      <KeptPositions value={engagement.positions}>
        <PlaysTold value={tellPlay}>{children}</PlaysTold>
      </KeptPositions>
    </SpoilerShield>
  )
}
