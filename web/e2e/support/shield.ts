import type { APIRequestContext, Page } from '@playwright/test'
import { apiKey, type EventRow, listEvents, server } from './api'

interface ScoredEvent extends EventRow {
  score: { away: number; home: number; text?: string; ending_note?: string | null } | null
}

/** Hide scores for the visitor of a page from now on. */
export const hideScores = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const value = JSON.stringify({ value: { hides: true, by: null }, until: Date.now() + 1e9 })
    localStorage.setItem('touchline.prairie.hide_scores', value)
  })

/** Return the games of `prairie` that have a score now, as somebody sees them who does not hide scores. */
export async function eventsWithScore(request: APIRequestContext): Promise<ScoredEvent[]> {
  const key = await apiKey(request)
  const lists = await Promise.all(['live', 'finished'].map(status => listEvents(request, status, key)))
  return (lists.flat() as ScoredEvent[]).filter(({ score }) => score !== null)
}

/** Patterns of a result, whatever the game: a score, how a game ended, a record, who won. */
const OUTCOMES = [
  /(?<![\w–.:-])\d{1,3}\s?[–-]\s?\d{1,3}(?![\w–.:-])/, // 4–5, 4 - 5, a record of 9–2
  /\b\d{1,3} to \d{1,3}\b/, // the name of a card for screen readers: 4 to 5
  /\/(OT|SO|\dOT)\b|\((OT|SO|\dOT)\)|\bin overtime\b/i,
  /\bWinner\b|\bwon\b|\blost\b|\bStreak\b|\bRecord\b/,
  /is-loser/,
]

/** A text of a page, and the tags and classes of the elements around it. */
interface PageText {
  text: string
  where: string
}

/**
 * Return all texts of a page, also those for screen readers: the title, the text and the attributes with texts.
 * Texts that are not shown count, too.
 */
export const pageTexts = (page: Page): Promise<PageText[]> =>
  page.evaluate(() => {
    const names =
      /^(aria-(label|description|valuetext|roledescription)|alt|title|placeholder|value|content|data-.+)$/
    const texts: PageText[] = [{ text: document.title, where: 'title' }]
    const add = (text: string, element: Element | null) => {
      const clean = text.replaceAll(/\s+/g, ' ').trim()
      const around = [element?.parentElement?.parentElement, element?.parentElement, element]
      const where = around.map(one => one && `${one.localName}.${one.className}`).join(' > ')
      if (clean) texts.push({ text: clean, where })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest('script, style'))
        add(node.data, node.parentElement)
      if (!(node instanceof Element)) continue
      if (node.classList.contains('is-loser')) add('is-loser', node)
      for (const { name, value } of node.attributes) if (names.test(name)) add(value, node)
    }
    // Texts of neighbors are read as one: the two numbers of a score may be in two elements.
    for (const element of document.querySelectorAll('article, li, tr, h1, h2, h3, button, a, [role="img"]'))
      add(element.textContent ?? '', element)
    return texts
  })

/** Return the texts of a page that tell a result, each with its place. */
export async function findSpoilers(page: Page): Promise<string[]> {
  const spoilers = (await pageTexts(page)).filter(({ text }) => OUTCOMES.some(outcome => outcome.test(text)))
  return [...new Set(spoilers.map(({ text, where }) => `${text} (${where})`))]
}

/** An answer of the server that a page got. */
interface Answer {
  path: string
  body: string
}

/** Collect the answers of the API that a page gets from now on. */
export function collectAnswers(page: Page): Promise<Answer>[] {
  const answers: Promise<Answer>[] = []
  page.on('response', response => {
    const { pathname, search, origin } = new URL(response.url())
    if (!/^\/(api|scores\.json|timeline)\b/.test(pathname)) return
    const body = response.text().catch(() => '')
    if (origin !== server) answers.push(body.then(text => ({ path: pathname + search, body: text })))
  })
  return answers
}

/** Return the paths of answers with a score, a result, a record or the length of a recording. */
export async function findAnswersWithScores(answers: readonly Promise<Answer>[]): Promise<string[]> {
  const score = /"(score|result|record|streak)":(\{|"|\[\{)|"ending(_note)?":"(overtime|shootout|OT|SO)/
  return (await Promise.all(answers)).filter(({ body }) => score.test(body)).map(({ path }) => path)
}
