import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.TOUCHLINE_DEV_SERVER ?? 'http://127.0.0.1:8080'
// The macro looks for it from the working directory, which is the repository's root, unless told.
process.env.LINGUI_CONFIG = here('lingui.config.ts')

/** The whole site is one origin: what is not the page or its modules belongs to the server. */
const serverPaths =
  '^/(api|auth|channel-key|project\\.json|storage|files|media|datalake|healthz|readyz|_outbox|pictures|sitemap|robots|manifest|oembed|favicon|calendar|watch/\\d+(?=\\.ics))(/|$|\\?|\\.)'

/**
 * Layers rank by where a name first stands. Chunks load in any order, so each style sheet says it.
 * In development `tokens.css`, imported before all others, is enough.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) {
        file.source = `@layer tokens,base,ui,context;${file.source}`
      }
    }
  },
}

/** The design system without what opens on demand, and a card's parts: what nearly every page shows. */
const onDemand =
  /\/ui\/(Dialog|Menu|Toasts|DateRange|CalendarMonth|calendar|Countdown|Field|FullState|More)\b/
const inFirstPage = (id: string) =>
  /\/web\/src\/(shared\/(ui|format|hooks|stores|storeContext|screens|constants)|catalog\/components\/(Event(Card|Poster|Badges)|LibraryCard|SchoolTile|HomeRails|texts))/.test(
    id,
  ) && !onDemand.test(id)

export default defineConfig({
  root: here('.'),
  publicDir: false,
  // A French sentence that is missing fails the build instead of showing up in English.
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    layerOrder,
  ],
  resolve: {
    alias: [{ find: /^@\//, replacement: here('src/') }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // Inlined pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // On a slow line every request counts: what each page needs comes in few chunks, the rest when asked for.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|mobx|mobx-react-lite|@lingui)\//,
            },
            { name: 'ui', test: inFirstPage },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    allowedHosts: ['.localhost'],
    proxy: { [serverPaths]: { target: server, changeOrigin: false, xfwd: true } },
  },
})
