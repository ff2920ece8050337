import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { AnalyticsProvider, loadTracking } from '@/analytics'
import { BillingProvider } from '@/billing'
import { CatalogProvider } from '@/catalog'
import { ChannelProvider } from '@/channel'
import { ClipsProvider } from '@/clips'
import { EngagementProvider } from '@/engagement'
import { PlaybackEventContext } from '@/shared/contexts/playbackEvents'
import { PositionsContext } from '@/shared/contexts/positions'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { SiteNameContext } from '@/shared/hooks/useDocumentTitle'
import { whenIdle } from '@/shared/loading/whenIdle'
import { Loader } from '@/shared/ui/Loader'
import type { PageConfig } from './pageConfig'
import type { RootStore } from './RootStore'
import { Site } from './Site'
import { StartUpError } from './StartUpError'
import type { StartUpStore } from './StartUpStore'

interface Props {
  root: RootStore
  startUp: StartUpStore
  config: PageConfig
}

/** From the loader to the site, or to the apology. A reset (another viewer, a lost key) starts every screen anew. */
export const App = observer(function App({ root, startUp, config: pageConfig }: Props) {
  const { state } = startUp
  if (state.kind === 'loading') {
    return (
      <main className="startup">
        <Loader
          logo={pageConfig.logo}
          name={pageConfig.name}
          shortName={pageConfig.short_name || pageConfig.name}
        />
      </main>
    )
  }
  return (
    <I18nProvider i18n={i18n}>
      {state.kind === 'failed' ? (
        <StartUpError lockedUntil={state.lockedUntil} onReload={() => location.reload()} />
      ) : (
        <ChannelSite root={root} />
      )}
    </I18nProvider>
  )
})

const ChannelSite = observer(function ChannelSite({ root }: { root: RootStore }) {
  const { analytics, billing, channel, catalog, clips, engagement, language, viewer } = root
  const { current } = language
  const { colorSettings: look } = channel

  // The server has put it into the page already; a page without, or another language's, gets it here.
  useEffect(() => {
    void import('./theme').then(({ applyTheme }) => applyTheme(document, look))
  }, [look])
  useEffect(() => viewer.subscribe(), [viewer])
  useEffect(() => billing.subscribe(), [billing])
  useEffect(() => void engagement.initializeViewer(), [engagement, viewer.id])
  useEffect(() => whenIdle(() => analytics.start(loadTracking)), [analytics])
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
                <EngagementProviders root={root}>
                  <SiteNameContext value={channel.settings.name}>
                    <BrowserRouter>
                      <Site key={root.visitId} root={root} />
                    </BrowserRouter>
                  </SiteNameContext>
                </EngagementProviders>
              </AnalyticsProvider>
            </EngagementProvider>
          </ClipsProvider>
        </BillingProvider>
      </CatalogProvider>
    </ChannelProvider>
  )
})

/** What all contexts ask of what viewers follow: whether a score is hidden, where they stopped; and who hears of plays. */
function EngagementProviders({
  root: { engagement, emitPlayback: tellPlay },
  children,
}: {
  root: RootStore
  children: ReactNode
}) {
  return (
    <SpoilerContext value={engagement.spoilers}>
      <PositionsContext value={engagement.positions}>
        <PlaybackEventContext value={tellPlay}>{children}</PlaybackEventContext>
      </PositionsContext>
    </SpoilerContext>
  )
}
