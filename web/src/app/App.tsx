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
import { GoogleCastContext } from '@/shared/contexts/googleCast'
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

/** The loader, then the site or the error page. A reset (another viewer, a lost key) mounts every screen again. */
export const App = observer(function App({ root, startUp, config }: Props) {
  const { state } = startUp
  if (state.kind === 'loading') {
    return (
      <main className="startup">
        <Loader logo={config.logo} name={config.name} shortName={config.short_name || config.name} />
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
  const { colorSettings } = channel

  // The server puts the theme into the page. Apply it here for a page without a theme or with another language's
  // theme.
  useEffect(() => {
    void import('./theme').then(({ applyTheme }) => applyTheme(document, colorSettings))
  }, [colorSettings])
  useEffect(() => viewer.subscribe(), [viewer])
  useEffect(() => billing.subscribe(), [billing])
  useEffect(() => void engagement.initializeViewer(), [engagement, viewer.id])
  useEffect(() => whenIdle(() => analytics.start(loadTracking)), [analytics])
  useEffect(() => {
    // Setting the same language again would recalculate all styles of the page.
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
                    <GoogleCastContext value={channel.settings.google_cast ?? false}>
                      <BrowserRouter>
                        <Site key={root.visitId} root={root} />
                      </BrowserRouter>
                    </GoogleCastContext>
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

/**
 * The contexts from engagement that all screens share: hidden scores, playback positions and the playback listener.
 */
function EngagementProviders({
  root: { engagement, emitPlayback },
  children,
}: {
  root: RootStore
  children: ReactNode
}) {
  return (
    <SpoilerContext value={engagement.spoilers}>
      <PositionsContext value={engagement.positions}>
        <PlaybackEventContext value={emitPlayback}>{children}</PlaybackEventContext>
      </PositionsContext>
    </SpoilerContext>
  )
}
