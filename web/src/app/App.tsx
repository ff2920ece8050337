import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { BillingProvider } from '@/billing'
import { CatalogProvider } from '@/catalog'
import { ChannelProvider } from '@/channel'
import { SiteName } from '@/shared/hooks/useTitle'
import { Loader } from '@/shared/ui/Loader'
import { Apology } from './Apology'
import type { PageFacts } from './page'
import type { RootStore } from './RootStore'
import { Site } from './Site'
import type { StartUpStore } from './StartUpStore'
import { applyTheme } from './theme'

interface Props {
  root: RootStore
  startUp: StartUpStore
  facts: PageFacts
}

/** From the loader to the site, or to the apology. A reset (a new language, a lost key) starts every screen anew. */
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
  const { billing, channel, catalog, language, viewer } = root
  const { current } = language
  const { look } = channel

  useEffect(() => applyTheme(document, look), [look])
  useEffect(() => viewer.follow(), [viewer])
  useEffect(() => billing.follow(), [billing])
  useEffect(() => {
    document.documentElement.lang = current
  }, [current])

  return (
    <ChannelProvider store={channel}>
      <CatalogProvider store={catalog}>
        <BillingProvider store={billing}>
          <SiteName value={channel.settings.name}>
            <BrowserRouter>
              <Site key={root.visit} root={root} />
            </BrowserRouter>
          </SiteName>
        </BillingProvider>
      </CatalogProvider>
    </ChannelProvider>
  )
})
