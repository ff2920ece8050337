import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TEXT_KEYS } from './shell'

it('Every text that a channel may replace is documented for authors of channel packs', () => {
  const page = readFileSync(new URL('../../../docs/how-to/write-a-channel-pack.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split("## The channel's own words")
  const documented = [...(table.split('\n## ')[0] ?? '').matchAll(/^\|(.+?)\|/gm)].flatMap(
    ([row]) => row.match(/[a-z]+(?:_[a-z]+)*(?=`)/g) ?? [],
  )
  expect(documented.toSorted()).toEqual(TEXT_KEYS.toSorted())
})
