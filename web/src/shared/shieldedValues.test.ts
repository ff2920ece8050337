import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
/** What viewers see: components and their hooks. Operators and scorers see all results. */
const sources = globSync('{app,billing,catalog,clips,engagement,shared}/**/{*.tsx,use*.ts}', {
  cwd: root,
}).filter(path => !/\.test\.tsx?$|testing\/|studio\/|components\/(overlay|scoring)\//.test(path))
const readCode = (path: string) =>
  readFileSync(root + path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*|^import [^']*'.*'$/gm, '')

/** The hooks that ask the spoiler shield. */
const SHIELD = /\buse(Spoilers|SpoilerFree|IsScoreHidden|HiddenLengthPlan|ShieldedClip)\(/

/** Files that read a value and do not ask the shield, sorted. */
const unshielded = (value: RegExp) =>
  sources.filter(path => value.test(readCode(path)) && !SHIELD.test(readCode(path))).sort()

const GETS_SPOILER_FREE_EVENT = 'gets an event that went through `useSpoilerFree`'
const GETS_SEASON = 'gets a season of `useSeason`, which loads none for viewers who hide scores'
const IS_AT_PLAYHEAD = 'shows what the picture shows'
const GETS_SHOWN_CLIP = 'gets a clip that `ClipsRail`, `FeaturedClips` or `useShieldedClip` lets through'
const IS_OWN_CLIP = 'the viewer’s own clips and downloads'
const IS_LIBRARY = 'a library video has no result'

const SCORES: Record<string, string> = {
  'catalog/components/event/EventBadges.tsx': GETS_SPOILER_FREE_EVENT,
  'catalog/components/event/EventPoster.tsx': GETS_SPOILER_FREE_EVENT,
  'catalog/components/event/useEventTexts.ts': GETS_SPOILER_FREE_EVENT,
  'catalog/components/multiview/TileScore.tsx': IS_AT_PLAYHEAD,
  'catalog/components/timeline/EventScore.tsx': IS_AT_PLAYHEAD,
  'catalog/components/timeline/ScoreBug.tsx': IS_AT_PLAYHEAD,
  'catalog/screens/Scoreboard.tsx': 'the screen of a gym; it opens with a token',
  'shared/ui/Matchup.tsx': GETS_SPOILER_FREE_EVENT,
}
const SEASONS: Record<string, string> = {
  'catalog/components/season/SchoolSeasonSection.tsx': GETS_SEASON,
  'catalog/components/season/StandingsTable.tsx': GETS_SEASON,
  'catalog/components/season/TeamSeasonSection.tsx': GETS_SEASON,
  'catalog/screens/FilteredHome.tsx': GETS_SEASON,
  'catalog/screens/Standings.tsx': GETS_SEASON,
}
const LENGTHS: Record<string, string> = {
  'catalog/components/library/LibraryCard.tsx': IS_LIBRARY,
  'catalog/components/watch/AvailabilityTexts.tsx': 'compares the planned end of a game, and shows no length',
  'catalog/components/watch/SummaryPlayer.tsx': 'opens only for viewers who do not hide the result',
  'catalog/components/watch/useResumePosition.ts': 'only sends the length',
  'catalog/screens/WatchLibraryItem.tsx': IS_LIBRARY,
  'clips/components/ClipCard.tsx': 'the length of a clip',
  'clips/components/ClipDetail.tsx': 'the length of a clip',
  'clips/components/ClipPlayer.tsx': 'the length of a clip',
  'clips/components/editor/ClipForm.tsx': 'the length of a clip',
  'clips/components/editor/Timeline.tsx': 'gets `isLengthHidden` from `ClipEditor`',
  'clips/components/useClipLabels.ts': 'the length of a clip',
  'shared/player/Player.tsx': 'passes `hiddenLengthPlan` to the player',
}
const CLIPS: Record<string, string> = {
  'clips/components/ClipCard.tsx': GETS_SHOWN_CLIP,
  'clips/components/ClipDetail.tsx': GETS_SHOWN_CLIP,
  'clips/components/ClipPlayer.tsx': GETS_SHOWN_CLIP,
  'clips/components/OwnClipCard.tsx': IS_OWN_CLIP,
  'clips/components/ReportButton.tsx': GETS_SHOWN_CLIP,
  'clips/screens/ProfileClips.tsx': IS_OWN_CLIP,
}
const PICTURES: Record<string, string> = {
  'catalog/components/event/EventPoster.tsx': GETS_SPOILER_FREE_EVENT,
  'catalog/components/watch/LibraryItemPlayer.tsx': IS_LIBRARY,
  'clips/components/ClipPlayer.tsx': GETS_SHOWN_CLIP,
}

describe('a value that tells a result passes the spoiler shield', () => {
  it.each([
    ['a score', /\bshownScore\(|\bscoreAt\(|\bscore\??\.\w|\.score\b/, SCORES],
    [
      'a record, a streak or a rank',
      /<(RecordText|StreakText|StandingsTable|\w+SeasonSection)\b|\.(record|streak)\b(?!\()|\bgame\.outcome\b/,
      SEASONS,
    ],
    [
      'the length of a video',
      /\bduration\b|\bduration_ms\b|\bformatDuration\(|range\.available\b|\.window\(\)/,
      LENGTHS,
    ],
    ['the name of a clip', /\bclip\.name\b|\bclipTitle\(|<(OwnClipCard|ClipCard)\b/, CLIPS],
    ['a picture of a game', /\bMEDIA\.thumbnails\b|\bimages\.(card|poster|tall)\b/, PICTURES],
  ])('%s, or the file is listed here with the reason', (_, value, reasons) => {
    expect(unshielded(value)).toEqual(Object.keys(reasons).sort())
  })

  it('and every player of an event knows whether its length is hidden', () => {
    const players = sources.filter(path => /<Player\b/.test(readCode(path)))
    expect(players.filter(path => !/hiddenLengthPlan=\{/.test(readCode(path))).sort()).toEqual([
      'catalog/components/watch/LibraryItemPlayer.tsx', // no event
      'catalog/components/watch/StreamTestPanel.tsx', // operators
      'catalog/components/watch/SummaryPlayer.tsx', // closed by the shield
      'clips/components/ClipPlayer.tsx', // the length of the clip
    ])
  })
})
