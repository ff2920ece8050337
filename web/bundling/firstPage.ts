import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What the first page is made of: the start, and the screen most visits begin with. */
const ENTRIES = ['app/main.tsx', 'catalog/screens/Home.tsx']
/** Where screens are listed, and what comes with all its words after the first paint. Elsewhere it opens on this page. */
const SCREEN_LISTS = /\/(index|routes|deferred)\.ts$/

const STATIC = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface FirstPage {
  /** Modules that are on the page before anybody touches it. */
  atOnce: ReadonlySet<string>
  /** These, and what opens on that page on demand: its search, its menus, its drawer. */
  whole: ReadonlySet<string>
}

/** The first page's own modules (absolute paths), found by following their imports below `src`. */
export function firstPage(src: string): FirstPage {
  const entries = ENTRIES.map(entry => resolve(src, entry))
  const atOnce = reach(src, entries, file => found(file, STATIC))
  const onDemand = (file: string) => (SCREEN_LISTS.test(file) ? [] : found(file, DYNAMIC))
  const whole = reach(src, entries, file => [...found(file, STATIC), ...onDemand(file)])
  return { atOnce, whole }
}

function reach(src: string, entries: readonly string[], importsOf: (file: string) => string[]): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const name of importsOf(file)) {
      const next = fileOf(src, file, name)
      if (next) reached.add(next)
    }
  }
  return reached
}

function found(file: string, imports: RegExp): string[] {
  return [...readFileSync(file, 'utf-8').matchAll(imports)].map(([, name = '']) => name)
}

/** The module that an import means; null for packages, styles and pictures. */
function fileOf(src: string, from: string, name: string): string | null {
  if (!/^(@\/|\.)/.test(name)) return null
  const path = name.startsWith('@/') ? resolve(src, name.slice(2)) : resolve(dirname(from), name)
  const files = [path, `${path}.ts`, `${path}.tsx`, resolve(path, 'index.ts')]
  return files.find(file => /\.tsx?$/.test(file) && existsSync(file) && statSync(file).isFile()) ?? null
}
