import { describe, expect, it } from 'vitest'
import { readSettings, writeSettings } from './channelSettings'

const VALUE = {
  slug: 'prairie',
  name: 'Prairie',
  domains: ['prairie.localhost'],
  languages: ['en', 'fr'],
  settings: { home: ['live'], clips: { hide_after_reports: 5 } },
}

describe('the settings of a channel', () => {
  it('show the default of what the document leaves out', () => {
    const settings = readSettings(VALUE)
    expect(settings).toMatchObject({ language: 'en', time_zone: 'UTC', geo: 'all', second_factor: false })
    expect(settings).toMatchObject({ names_public: 'approved', hide_after_reports: '5', contact_days: '5' })
  })

  it('keep everything that the form does not show', () => {
    const written = writeSettings(VALUE, { ...readSettings(VALUE), second_factor: true })
    expect(written).toMatchObject({ slug: 'prairie', settings: { home: ['live'] } })
    expect(written.settings).toMatchObject({ operators_need_second_factor: true })
  })

  it('read lists as people write them', () => {
    const form = { ...readSettings(VALUE), domains: 'Watch.example.org\n tv.example.org', language: 'fr' }
    const written = writeSettings(VALUE, { ...form, geo: 'block', countries: 'us; ca' })
    expect(written.domains).toEqual(['watch.example.org', 'tv.example.org'])
    expect(written.languages).toEqual(['fr', 'en'])
    expect(written.settings).toMatchObject({ geo: { block: ['US', 'CA'] } })
  })

  it('leave a number that is none to the server', () => {
    const written = writeSettings(VALUE, { ...readSettings(VALUE), contact_days: 'soon' })
    expect(written.settings).toMatchObject({ contact_days: 'soon' })
  })
})
