import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { breath } from './bundling/breath.ts'
import { firstPage } from './bundling/firstPage.ts'
import { messageParts } from './bundling/messageParts.ts'
import { tokens } from './bundling/tokens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.TOUCHLINE_DEV_SERVER ?? 'http://127.0.0.1:8080'
// The macro looks for it from the working directory, which is the repository's root, unless told.
process.env.LINGUI_CONFIG = here('lingui.config.ts')

/** The whole site is one origin: what is not the page or its modules belongs to the server. */
const serverPaths =
  '^/(api|auth(?!/login/\\w+/callback)|channel-key|project\\.json|storage|files|media|datalake|healthz|readyz|_outbox|pictures|sitemap|robots|manifest|oembed|favicon|calendar|watch/\\d+(?=\\.ics)|share/\\d+/[^/]+/poster(?=\\.jpg))(/|$|\\?|\\.)'

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

/** The design system and a card's parts: what nearly every page shows, as far as the first page needs it. */
const { atOnce } = firstPage(here('src'))
const shownEverywhere =
  /\/web\/src\/(\w+\/context\.ts|shared\/(ui|format|hooks|stores|storeContext|http\/requestOptions|loading\/screens|constants)|catalog\/(homeSections|components\/(event\/(Event(Card|Poster|Badges)|useEventTexts)|library\/LibraryCard|home\/(SchoolTile|HomeRails|StaticBand))))/
const inFirstPage = (id: string) => shownEverywhere.test(id) && atOnce.has(id.replace(/\?.*/, ''))

/**
 * React Router names its components for developer tools, and each name keeps a component that nobody uses
 * (`Form`, `NavLink`, `ScrollRestoration`): without the names the bundler drops them.
 */
const unnamedRouter: Plugin = {
  name: 'unnamed-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: code => ({
      code: code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\$?\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
}

/**
 * React Router's links can fetch ahead what its own server would send, which ours is not: no link here asks for
 * it (`prefetch`), and what does it would come with the first page.
 */
const linksWithoutServer: Plugin = {
  name: 'links-without-server',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js/ },
    handler(code) {
      const changes: [RegExp, string][] = [
        [/usePrefetchBehavior\(prefetch, rest\)/, '[]'],
        [/mergeRefs\(forwardedRef, prefetchRef\)/, 'forwardedRef'],
        [/return shouldPrefetch && !isAbsolute \? .*: link;/, 'return link;'],
      ]
      for (const [was, is] of changes) {
        if (!was.test(code)) throw new Error(`React Router no longer says ${was}`)
        code = code.replace(was, is)
      }
      return { code, map: null }
    },
  },
}

export default defineConfig({
  root: here('.'),
  publicDir: false,
  // A French sentence that is missing fails the build instead of showing up in English.
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    messageParts(here('.')),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tokens,
    layerOrder,
    unnamedRouter,
    linksWithoutServer,
    breath(),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: here('src/') },
      // What MobX takes from a package for older Reacts is in ours.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // Inlined pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The names of what a screen needs would stand in the first page, and each is a random word that nothing
    // shortens: its styles are named, for it must not be seen without, and the pieces that most screens wait for.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'js' && !file.includes('/main-')
          ? deps.filter(dep => /assets\/((?!ui-).*\.css|(EventPlayer|forms|ProfilePage)-.*\.js)$/.test(dep))
          : deps,
    },
    rolldownOptions: {
      // A number that only other screens need would stand in the first page under a name of its own.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // The service worker stands at the site's root, under a name that stays: browsers look there for a newer one.
      input: { index: here('index.html'), sw: here('src/engagement/worker/sw.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // What runs first, alone: no other piece is fetched before it has shown the first picture.
            { name: 'start', test: /preload-helper|web\/src\/app\/start\.ts/, priority: 1 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|mobx|mobx-react-lite|@lingui)\//,
            },
            { name: 'ui', test: inFirstPage },
            // Small pieces that most other screens share: each would be a request, and a name in the first page.
            {
              name: 'forms',
              test: /web\/src\/shared\/(http\/(serverMessages|poll)|validators|saveBlob|stores\/Form|ui\/(Field|FormError|PanelError|CheckField))\.tsx?$/,
            },
            // Beside the first part, `en-….js`.
            { name: 'rest-en', test: /en\.po\?rest/ },
            { name: 'rest-fr', test: /fr\.po\?rest/ },
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
