import { describe, expect, it } from 'vitest'
import { embedCode } from './embedCode'

describe('the embed code of a player', () => {
  it('is a frame that keeps its aspect ratio in a narrow place', () => {
    expect(embedCode('https://watch.example/watch_embed/3', 'Hawks @ Otters')).toBe(
      '<iframe src="https://watch.example/watch_embed/3" title="Hawks @ Otters" width="640" height="360"' +
        ' style="border:0;max-width:100%;height:auto;aspect-ratio:16/9"' +
        ' allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>',
    )
  })

  it('escapes the title', () => {
    expect(embedCode('/x', '"><script>&')).toContain('title="&quot;&gt;&lt;script&gt;&amp;"')
  })
})
