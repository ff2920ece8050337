import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base = 'http://prairie.localhost:8620'
const fr = `localStorage['touchline.prairie.language']=JSON.stringify({value:'fr',until:Date.now()+1e9})`
async function context(width, lang) {
  const c = await browser.newContext({ viewport: { width, height: 900 } })
  if (lang === 'fr') await c.addInitScript(fr)
  return c
}
const id = process.argv[2]
const fin = process.argv[3]
const key = process.argv[4]
for (const [width, lang] of [[1440, 'en'], [390, 'fr']]) {
  const c = await context(width, lang)
  const p = await c.newPage()
  for (const [n, e] of [['live', id], ['final', fin]]) {
    await p.goto(`${base}/watch/${e}`)
    await p.waitForTimeout(9000)
    const rail = p.locator('#highlights')
    if (await rail.count()) await rail.scrollIntoViewIfNeeded()
    await p.waitForTimeout(2500)
    await p.screenshot({ path: `/tmp/highlights-${n}-${width}.png` })
  }
  await p.goto(`${base}/login`)
  await p.waitForTimeout(3000)
  await p.getByLabel(/mail|Courriel/i).first().fill('operator@example.com')
  await p.getByLabel(/^Password|^Mot de passe/).first().fill('north-window-58')
  await p.keyboard.press('Enter')
  await p.waitForTimeout(4000)
  await p.goto(`${base}/studio/schedule/${key}/score`)
  await p.waitForTimeout(7000)
  await p.screenshot({ path: `/tmp/highlights-studio-${width}.png`, fullPage: true })
  await c.close()
}
await browser.close()
