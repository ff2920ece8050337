/** Documents of an ad server (VAST 4.2), as small as they may be. */

export interface Linear {
  file: string
  type: string
  duration: string
  skipoffset: string
  visit: string
  clicked: string
  track: Record<string, string>
}

export const vast = (ads: string) => `<?xml version="1.0"?><VAST version="4.2">${ads}</VAST>`

export const wrapper = (tag: string, seen = 'https://ads.test/wrapped') =>
  `<Ad id="w"><Wrapper><AdSystem>Test</AdSystem><VASTAdTagURI><![CDATA[${tag}]]></VASTAdTagURI>
   <Error><![CDATA[https://ads.test/error?code=[ERRORCODE]]]></Error>
   <Impression><![CDATA[${seen}]]></Impression></Wrapper></Ad>`

export const inline = (creative: string, seen = 'https://ads.test/seen') =>
  `<Ad id="a"><InLine><AdSystem>Test</AdSystem><AdTitle>Feed</AdTitle><AdServingId>1</AdServingId>
   <Advertiser>Feed &amp; Seed</Advertiser>
   <Error><![CDATA[https://ads.test/error?code=[ERRORCODE]]]></Error>
   <Impression><![CDATA[${seen}]]></Impression>
   <Creatives><Creative>${creative}</Creative></Creatives></InLine></Ad>`

export function linear(changes: Partial<Linear> = {}): string {
  const { file = 'https://ads.test/720.mp4', type = 'video/mp4', duration = '00:00:08' } = changes
  const { skipoffset, visit, clicked, track = {} } = changes
  const events = Object.entries(track).map(
    ([event, url]) => `<Tracking event="${event}"><![CDATA[${url}]]></Tracking>`,
  )
  const clicks = [
    visit ? `<ClickThrough><![CDATA[${visit}]]></ClickThrough>` : '',
    clicked ? `<ClickTracking><![CDATA[${clicked}]]></ClickTracking>` : '',
  ]
  return `<Linear${skipoffset ? ` skipoffset="${skipoffset}"` : ''}><Duration>${duration}</Duration>
    <TrackingEvents>${events.join('')}</TrackingEvents><VideoClicks>${clicks.join('')}</VideoClicks>
    <MediaFiles><MediaFile delivery="progressive" type="${type}" width="1280" height="720"><![CDATA[${file}]]></MediaFile>
    </MediaFiles></Linear>`
}
