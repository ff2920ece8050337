import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const sources = globSync('{app,billing,catalog,clips,engagement,shared}/**/*.{ts,tsx}', { cwd: root }).filter(
  path => !/\.test\.tsx?$|fakes|testing\/|studio\//.test(path), // the studio shows the date beside each name
)
const readSource = (path: string) => readFileSync(root + path, 'utf8')

/** Files in which an expression occurs, sorted. */
const filesWith = (expression: RegExp) => sources.filter(path => expression.test(readSource(path))).sort()

const EVENT_NAME_EXCEPTIONS: Record<string, string> = {
  'billing/checkoutItems.ts': 'the summary shows category, date and time below',
  'billing/screens/SelectPackage.tsx': 'category, date and time stand below',
  'catalog/components/event/EventCard.tsx':
    'the seen title; the card shows the date, and its spoken name says it',
  'catalog/components/schedule/EventRow.tsx': 'the row shows date and time',
  'catalog/components/schedule/EventTable.tsx': 'the row shows date and time',
  'catalog/components/home/TeamRecord.tsx': 'date and label stand beside it',
  'catalog/components/home/HomeSlides.tsx':
    'the slide of a hidden score; the operator’s own title is shown otherwise',
  'catalog/components/home/NextEvents.tsx': 'date and time stand beside it',
  'catalog/components/event/useEventTexts.ts': 'adds label, date and time',
  'catalog/components/search/useSearchItems.tsx': 'the second line says the date',
  'catalog/components/multiview/GamePicker.tsx': 'games that run now, with category and label below',
  'catalog/components/multiview/TileScore.tsx': 'over the picture of the game itself',
  'catalog/components/multiview/useGameName.ts': 'games that run now, over their pictures',
  'catalog/components/overlay/LowerThird.tsx': 'over the picture of the game itself',
  'catalog/components/scoring/Scorer.tsx': 'the heading of a page that keeps the score of one game',
  'catalog/screens/Scoreboard.tsx': 'the heading of a screen in the gym',
  'catalog/screens/Simulate.tsx': 'the heading; the date stands below',
  'catalog/screens/Watch.tsx': 'the heading; the date stands below',
  'clips/components/FullEventLink.tsx': 'the date stands below',
}
const LIBRARY_TITLE_EXCEPTIONS: Record<string, string> = {
  'catalog/screens/WatchLibraryItem.tsx': 'the heading; the date stands below',
}
const EVENT_EXPRESSION = String.raw`(event|game|known)\??`

describe('the name of a game, library video or clip', () => {
  it('is the full name, unless the date and the label appear beside it', () => {
    const read = new RegExp(
      String.raw`\b${EVENT_EXPRESSION}\.name\b|\{[^{}]*\bname\b[^{}]*\} = ${EVENT_EXPRESSION}\s*$`,
      'm',
    )
    expect(filesWith(read)).toEqual(Object.keys(EVENT_NAME_EXCEPTIONS).sort())
  })

  it('is the full title of a library video, unless the date appears beside it', () => {
    expect(filesWith(/\b(film|item)\??\.title\b/)).toEqual(Object.keys(LIBRARY_TITLE_EXCEPTIONS).sort())
  })

  it('is never shortened in a page title, a share dialog, a player or a text for screen readers', () => {
    const things = String.raw`(event|game|known|clip|film|item|team)\??\.(name|title)\b`
    const places = [
      String.raw`useDocumentTitle\([^)]*\b${things}`,
      String.raw`<(ShareButton|Player)\b[^>]*?\btitle=\{[^}]*\b${things}`,
      String.raw`<(ShareButton|Player)\b[^>]*?\btitle=\{[^}]*\{${things}`,
      String.raw`aria-label=\{[^}]*\{(event|game|known|film|item)\??\.(name|title)\b`,
    ]
    for (const place of places) expect(filesWith(new RegExp(place))).toEqual([])
  })
})
