/** The web's house rules: contexts apart, one front door each, `shared` below all, no cycles. */
const contexts = 'channel|catalog|billing|clips|engagement|analytics'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contexts-by-their-front-door',
      comment:
        'A context is entered by its index.ts, the studio by studio.ts; tests of the whole page use its fakes too.',
      severity: 'error',
      from: { path: '^web/src/app', pathNot: '\\.test\\.tsx?$|^web/src/app/testing/' },
      to: { path: `^web/src/(${contexts})/`, pathNot: `^web/src/(${contexts})/(index|studio)\\.ts$` },
    },
    {
      name: 'contexts-apart',
      comment: 'The six know nothing of each other: the app puts them together.',
      severity: 'error',
      from: { path: `^web/src/(${contexts})/` },
      to: { path: `^web/src/(${contexts})/`, pathNot: '^web/src/$1/' },
    },
    {
      name: 'contexts-below-app',
      comment: 'The app imports contexts, never the other way round.',
      severity: 'error',
      from: { path: `^web/src/(${contexts})/` },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'shared-knows-no-context',
      comment: 'What knows a context belongs to that context.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: `^web/src/(app|${contexts})/` },
    },
    {
      name: 'screens-read-stores',
      comment: 'Screens and components read stores; only stores talk to api.ts.',
      severity: 'error',
      from: { path: `^web/src/(${contexts})/(screens|components)/` },
      to: { path: `^web/src/(${contexts})/api\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-without-react',
      comment: 'A store is a plain class: it runs in a test without a page.',
      severity: 'error',
      from: { path: '(store|Store)\\.ts$' },
      to: { path: '(node_modules/(react|react-dom|react-router|@lingui)(/|$)|^web/src/shared/ui/)' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '(\\.po|\\?url)' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|po|svg)($|\\?)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'types', 'default'],
    },
    webpackConfig: { fileName: 'web/.dependency-cruiser-alias.cjs' },
  },
}
