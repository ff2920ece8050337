import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { findFirstPageModules } from './bundling/firstPage.ts'
import { messageParts } from './bundling/messageParts.ts'
import { splitStartupTask } from './bundling/splitStartupTask.ts'
import { tokens } from './bundling/tokens.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.TOUCHLINE_DEV_SERVER ?? 'http://127.0.0.1:8080'
// Otherwise the macro looks for its configuration in the working directory, which is the root of the repository.
process.env.LINGUI_CONFIG = here('lingui.config.ts')

/** The paths that the development server passes on to the backend, because the site is one origin. */
const serverPaths =
  '^/(api|auth(?!/login/\\w+/callback)|channel-key|project\\.json|storage|files|media|datalake|healthz|readyz|_outbox|pictures|sitemap|robots|manifest|oembed|favicon|calendar|watch/\\d+(?=\\.ics)|share/\\d+/[^/]+/poster(?=\\.jpg))(/|$|\\?|\\.)'

/**
 * The plugin that declares the order of the cascade layers in each style sheet.
 *
 * The first mention of a layer sets its rank, and chunks load in any order. In development, `tokens.css` declares the
 * order, because it is imported before all others.
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

/** The modules of nearly every page: the design system and the parts of a card, if the first page loads them. */
const { initialModules } = findFirstPageModules(here('src'))
const shownEverywhere =
  /\/web\/src\/(\w+\/context\.ts|shared\/(ui|format|hooks|stores|storeContext|http\/requestOptions|loading\/screens|constants)|catalog\/(homeSections|components\/(event\/(Event(Card|Poster|Badges)|useEventTexts)|library\/LibraryCard|home\/(SchoolTile|HomeRails|StaticBand))))/
const isInFirstPage = (id: string) => shownEverywhere.test(id) && initialModules.has(id.replace(/\?.*/, ''))

/**
 * The plugin that removes the display names of React Router's components.
 *
 * The names are for developer tools. Each one keeps an unused component in the bundle, such as `Form` or `NavLink`.
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
 * The plugin that removes prefetching from React Router's links.
 *
 * It only works with React Router's own server, and no link here sets `prefetch`. The code would be part of the
 * initial bundle.
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
      for (const [pattern, replacement] of changes) {
        if (!pattern.test(code)) throw new Error(`React Router no longer says ${pattern}`)
        code = code.replace(pattern, replacement)
      }
      return { code, map: null }
    },
  },
}

export default defineConfig({
  root: here('.'),
  publicDir: false,
  // A missing French message fails the build. Otherwise the page would show it in English.
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    messageParts(here('.')),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    tokens,
    layerOrder,
    unnamedRouter,
    linksWithoutServer,
    splitStartupTask(),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: here('src/') },
      // mobx-react-lite imports this shim for older versions of React. React 19 has the function itself.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The initial bundle lists the chunks to preload for each screen, and hashed file names compress badly.
    // Preload only the styles of a screen, because they must apply before it is visible, and the chunks of most screens.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, deps, { hostType }) =>
        hostType === 'js' && !file.includes('/main-')
          ? deps.filter(dep => /assets\/((?!ui-).*\.css|(EventPlayer|forms|ProfilePage)-.*\.js)$/.test(dep))
          : deps,
    },
    rolldownOptions: {
      // Without this, the initial bundle would export constants that only other screens use.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // The service worker has a fixed URL in the site's root, where browsers check for updates.
      input: { index: here('index.html'), sw: here('src/engagement/worker/sw.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            // The start script runs alone. It loads the other chunks after the first paint.
            { name: 'start', test: /preload-helper|web\/src\/app\/start\.ts/, priority: 1 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|mobx|mobx-react-lite|@lingui)\//,
            },
            { name: 'ui', test: isInFirstPage },
            // Small modules that most other screens share. Separate chunks would add a request and a name each.
            {
              name: 'forms',
              test: /web\/src\/shared\/(http\/(serverMessages|poll)|validators|saveBlob|stores\/Form|ui\/(Field|FormError|PanelError|CheckField))\.tsx?$/,
            },
            // The second part of the messages. The first part is `en-….js`.
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
