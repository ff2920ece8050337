import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'
import { standaloneRoutes } from '@/catalog'
import { DEFAULT_LANGUAGE } from '@/shared/constants'
import { BrandContext } from '@/shared/contexts/brand'
import type { ScreenRoute } from '@/shared/loading/screens'
import { activateLanguage, hasMessages, preloadLanguage } from '@/shared/messages'
import type { PageConfig } from './pageConfig'
import { routeAt } from './routes'

const RELOAD_MS = 10_000

/** Return the route of a page that is not part of the site, such as an overlay; null for other pages. */
export const standaloneRouteAt = (path: string): ScreenRoute | null =>
  routeAt(standaloneRoutes, path)?.route ?? null

/**
 * Show a page that is not part of the site: without the site's session, data, consent and analytics. Nobody may be
 * there to reload it, so it reloads by itself after an error.
 */
export async function startStandalone(
  route: ScreenRoute,
  config: PageConfig,
  element: Element,
): Promise<void> {
  const language = hasMessages(config.language) ? config.language : DEFAULT_LANGUAGE
  const reloadLater = () => setTimeout(() => location.reload(), RELOAD_MS)
  preloadLanguage(language)
  try {
    await Promise.all([activateLanguage(language), route.preload()])
  } catch {
    reloadLater()
    return
  }
  const { path, Screen } = route
  createRoot(element, { onUncaughtError: reloadLater }).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <BrandContext value={{ name: config.name, logo: config.logo }}>
          <BrowserRouter>
            <Routes>
              <Route path={path} element={<Screen />} />
            </Routes>
          </BrowserRouter>
        </BrandContext>
      </I18nProvider>
    </StrictMode>,
  )
}
