import { describe, expect, it } from 'vitest'
import { comparedCapabilities, comparisonColumns } from './comparison'
import { aPackage, aSubscription } from './fakes'

const singleEventPackage = aPackage(70, { type: 'event', capabilities: ['watch'], days: 30 })
const team = aPackage(5, { type: 'team', is_team_pass: true, capabilities: ['watch', 'clipping'] })
const hockey = aPackage(3, { capabilities: ['watch', 'clipping'], until: '2027-06-30' })
const soccer = aPackage(4, { capabilities: ['watch'], until: '2027-06-30' })
const yearly = aSubscription(2, { price: '89.99', capabilities: ['watch', 'vod_media_access', 'no_ads'] })
const monthly = aSubscription(1, { price: '11.99', capabilities: ['watch', 'vod_media'] })

describe('the comparison of offers', () => {
  const columns = comparisonColumns([hockey, team, soccer, singleEventPackage], [yearly, monthly])

  it('has a column for each kind of package and each subscription, cheapest first', () => {
    expect(columns.map(({ key }) => key)).toEqual([
      'event',
      'team',
      'package',
      'subscription 1',
      'subscription 2',
    ])
  })

  it('lists only capabilities that all packages of a kind share', () => {
    expect(columns.map(({ capabilities }) => capabilities.join())).toEqual([
      'watch',
      'watch,clipping',
      'watch',
      'watch,vod_media',
      'watch,vod_media,no_ads',
    ])
  })

  it('shows the access period of a kind if all its packages have the same one', () => {
    expect(columns.map(({ days, until }) => days ?? until)).toEqual([30, null, '2027-06-30', null, null])
    const [differing] = comparisonColumns([hockey, aPackage(9, { until: '2027-03-01' })], [])
    expect(differing?.until).toBeNull()
  })

  it('has a row only for capabilities that some offer includes', () => {
    expect(comparedCapabilities(columns)).toEqual(['watch', 'vod_media', 'clipping', 'no_ads'])
    expect(comparedCapabilities(comparisonColumns([soccer], []))).toEqual(['watch'])
  })
})
