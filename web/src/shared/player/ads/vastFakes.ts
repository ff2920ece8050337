/** Minimal documents of an ad server (VAST 4.2) for unit tests and end-to-end tests. */

interface Linear {
  file: string
  type: string
  skipoffset: string
  visit: string
  clicked: string
  track: Record<string, string>
}

/** The default origin of the tracking URLs. */
const TRACKER_ORIGIN = 'https://ads.test'

export const vast = (ads: string) => `<?xml version="1.0"?><VAST version="4.2">${ads}</VAST>`

export const wrapper = (tag: string, trackerOrigin = TRACKER_ORIGIN) =>
  `<Ad id="w"><Wrapper><AdSystem>Test</AdSystem><VASTAdTagURI><![CDATA[${tag}]]></VASTAdTagURI>
   <Error><![CDATA[${trackerOrigin}/error?code=[ERRORCODE]]]></Error>
   <Impression><![CDATA[${trackerOrigin}/wrapped]]></Impression></Wrapper></Ad>`

export const inline = (creative: string, trackerOrigin = TRACKER_ORIGIN) =>
  `<Ad id="a"><InLine><AdSystem>Test</AdSystem><AdTitle>Feed</AdTitle><AdServingId>1</AdServingId>
   <Advertiser>Feed &amp; Seed</Advertiser>
   <Error><![CDATA[${trackerOrigin}/error?code=[ERRORCODE]]]></Error>
   <Impression><![CDATA[${trackerOrigin}/seen]]></Impression>
   <Creatives><Creative>${creative}</Creative></Creatives></InLine></Ad>`

export function linear(changes: Partial<Linear> = {}): string {
  const { file = 'https://ads.test/720.mp4', type = 'video/mp4', track = {} } = changes
  const { skipoffset, visit, clicked } = changes
  const events = Object.entries(track).map(
    ([event, url]) => `<Tracking event="${event}"><![CDATA[${url}]]></Tracking>`,
  )
  const clicks = [
    visit ? `<ClickThrough><![CDATA[${visit}]]></ClickThrough>` : '',
    clicked ? `<ClickTracking><![CDATA[${clicked}]]></ClickTracking>` : '',
  ]
  return `<Linear${skipoffset ? ` skipoffset="${skipoffset}"` : ''}><Duration>00:00:08</Duration>
    <TrackingEvents>${events.join('')}</TrackingEvents><VideoClicks>${clicks.join('')}</VideoClicks>
    <MediaFiles><MediaFile delivery="progressive" type="${type}" width="1280" height="720"><![CDATA[${file}]]></MediaFile>
    </MediaFiles></Linear>`
}
