import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { recordConsoleErrors } from './support/consoleErrors'
import { applyPack, siteUrl } from './support/operator'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

const LANGUAGES = ['en', 'fr'] as const
const FIELDS = {
  text: { en: 'Name of the player', fr: 'Nom du joueur' },
  choice: { en: 'Which game', fr: 'Quel match' },
  check: { en: 'I will be on time', fr: 'Je serai à l’heure' },
}
const CHOICES = [
  { en: 'At home', fr: 'À domicile' },
  { en: 'Away', fr: 'À l’extérieur' },
]

/** Return how wide the page is beyond the window. */
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

for (const { language, width, tag } of SCREENS) {
  test(`a form is made, sent by a fan and read by the team at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    const channel = `forms-${Date.now()}`
    await applyPack({
      channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    })
    const owner = await registerOperator(request, channel, 'owner')
    const say = translator(language)
    const languageNames = new Intl.DisplayNames([language], { type: 'language' })
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()
    const errors = recordConsoleErrors(page)
    /** Return the label of a text's field in a language. */
    const inLanguage = (label: string, of: 'en' | 'fr') =>
      new RegExp(`${say(label).source.slice(0, -1)} \\(${languageNames.of(of)}\\)$`)
    const fillTexts = async (label: string, texts: { en: string; fr: string }) => {
      for (const of of LANGUAGES) await page.getByLabel(inLanguage(label, of)).last().fill(texts[of])
    }
    const addField = async (texts: { en: string; fr: string }, type?: string) => {
      await page.getByRole('button', { name: say('Add field') }).click()
      await fillTexts('Question', texts)
      if (type) await page.getByLabel(say('Answer'), { exact: true }).selectOption(type)
    }

    await page.goto('/studio/content/forms')
    await expect(page.getByRole('link', { name: say('Contact form') })).toBeVisible()
    await page.getByRole('link', { name: say('Add form') }).click()
    await fillTexts('Title', { en: 'Team bus', fr: 'Le bus de l’équipe' })
    await addField(FIELDS.text)
    await addField(FIELDS.choice, 'select')
    for (const choice of CHOICES) {
      await page.getByRole('button', { name: say('Add choice') }).click()
      await fillTexts('Choice', choice)
    }
    await addField(FIELDS.check, 'checkbox')
    await page.getByLabel(say('Must be checked')).check()

    const preview = page.getByRole('region', { name: say('Preview') })
    await expect(preview.getByText(FIELDS.check[language])).toBeVisible()
    await expect(preview.getByRole('combobox').getByRole('option')).toHaveText([
      say('Choose an option'),
      ...CHOICES.map(choice => choice[language]),
    ])
    await page.getByRole('button', { name: say('Save'), exact: true }).click()
    await expect(page.getByRole('region', { name: say('Address') })).toContainText('/forms/team-bus')
    expect(await violationsOn(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)

    const fanContext = await browser.newContext({
      baseURL: siteUrl(channel),
      locale: language === 'fr' ? 'fr-CA' : 'en-US',
      viewport: { width, height: 844 },
    })
    const fan = await fanContext.newPage()
    await fan.goto('/forms/team-bus')
    await fan.getByLabel(language === 'fr' ? 'Votre nom' : 'Your name').fill('Odette Vance')
    await fan
      .getByLabel(language === 'fr' ? 'Votre adresse de courriel' : 'Your email address')
      .fill('odette@example.com')
    await fan.getByLabel(FIELDS.text[language]).fill('Maya Lund')
    await fan.getByRole('combobox').selectOption({ label: CHOICES[1]?.[language] })
    await fan.getByRole('button', { name: say('Send') }).click()
    const check = fan.getByLabel(FIELDS.check[language])
    await expect(check).toHaveAttribute('aria-invalid', 'true')
    await check.check()
    await fan.getByRole('button', { name: say('Send') }).click()
    await expect(fan.getByText(say('Thank you. We received your request'))).toBeVisible()
    await fanContext.close()

    await page.goto('/studio/requests')
    await page.getByRole('link', { name: /Odette Vance/ }).click()
    const answers = page.getByRole('article').getByRole('definition')
    await expect(answers.filter({ hasText: CHOICES[1]?.[language] })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: FIELDS.choice[language] })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Maya Lund')
    expect(errors).toEqual([])
    await context.close()
  })
}
