// Checks English prose: docs (with the generated pages of settings and commands), OpenAPI, UI texts, and the comments
// of the web app. Comments are only checked for words.
// Rules are in prose.json. `known` lists texts that still break a rule.
import { globSync, readFileSync } from 'node:fs'
import writeGood from 'write-good'

const config = JSON.parse(readFileSync('.config/prose.json', 'utf8'))
const OPENAPI = 'contracts/openapi.json'
const MESSAGES = 'web/src/locales/en.po'
const ALL_CHECKS = ['weasel', 'illusion', 'so', 'thereIs', 'passive', 'adverb', 'tooWordy', 'cliches']
const allowed = new Set(config.allowed)
const known = new Set(config.known)
const words = Object.entries(config.words).map(([name, pattern]) => [name, new RegExp(pattern, 'gi')])
const commentWords = Object.entries(config.commentWords).map(([name, pattern]) => [name, new RegExp(pattern, 'gi')])
const options = Object.fromEntries(ALL_CHECKS.map(name => [name, config.checks.includes(name)]))

/** Paragraphs, list items and table cells, without code, links and quoted titles. */
function* readMarkdown(path) {
  const text = readFileSync(path, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^#.*$/gm, '\n$&\n')
  for (const block of text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\||#)\s?)/)) {
    const cells = block.trim().startsWith('|') ? block.split('|') : [block]
    for (const cell of cells) yield cell
  }
}

function* readDescriptions(node) {
  if (Array.isArray(node)) for (const item of node) yield* readDescriptions(item)
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node))
      if ((key === 'description' || key === 'summary') && typeof value === 'string') yield* value.split('\n\n')
      else yield* readDescriptions(value)
}

function* readMessages(path) {
  for (const [, text] of readFileSync(path, 'utf8').matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)/gm))
    yield text.replace(/"\s*\n"/g, '').trim().slice(1, -1).replace(/\\"/g, '"')
}

/** Comment blocks, and line comments in a row. */
function* readComments(path) {
  const text = readFileSync(path, 'utf8')
  for (const [comment] of text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|(?<=\s))\/\/.*(?:\n\s*\/\/.*)*/g))
    for (const paragraph of comment.replace(/^\s*(?:\/\*+|\*\/|\*|\/\/)|\*\/$/gm, ' ').split(/\n\s*\n/)) yield paragraph
}

const plain = text =>
  text
    .replace(/`[^`]*`/g, (_, at) => `CODE${at}`)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\S+/g, 'URL')
    .replace(/^\s*(?:[-*#>]+|\d+\.)\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()

function* findWords(text, words) {
  for (const sentence of text.split(/(?<=[.!?:;])\s+/))
    for (const [name, pattern] of words)
      for (const [match] of sentence.matchAll(pattern)) yield `“${match}”: ${name}`
}

function* findProblems(text) {
  for (const sentence of text.split(/(?<=[.!?:;])\s+/)) {
    const count = sentence.split(' ').length
    if (count > config.maxWordsInSentence) yield `a sentence of ${count} words`
  }
  yield* findWords(text, words)
  for (const { index, offset, reason } of writeGood(text, options))
    {
    const match = text.slice(index, index + offset).toLowerCase()
    if (!allowed.has(match) && /[a-z]/.test(match)) yield reason
  }
}

const paths = () =>
  config.files
    .flatMap(pattern => globSync(pattern))
    .filter(path => !config.excluded.includes(path))
    .sort()

function* sources() {
  for (const path of paths()) yield [path, readMarkdown(path)]
  yield [OPENAPI, readDescriptions(JSON.parse(readFileSync(OPENAPI, 'utf8')))]
  yield [MESSAGES, readMessages(MESSAGES)]
}

let count = 0
for (const path of globSync(config.commented).sort())
  for (const text of [...readComments(path)].map(plain))
    for (const problem of findWords(text, [...words, ...commentWords])) {
      count += 1
      console.error(`${path}: ${problem}\n  ${text.slice(0, 160)}`)
    }
for (const [path, texts] of sources())
  for (const text of new Set([...texts].map(plain))) {
    if (!text || known.has(text)) continue
    for (const problem of findProblems(text)) {
      count += 1
      console.error(`${path}: ${problem}\n  ${text.slice(0, 160)}`)
    }
  }
if (count) {
  console.error(`${count} problems. Rules: .config/prose.json`)
  process.exitCode = 1
}
