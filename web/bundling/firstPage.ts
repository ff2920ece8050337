import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The entry modules of the first page: the app, and the screen on which most visits start. */
const ENTRIES = ['app/main.tsx', 'catalog/screens/Home.tsx']
/**
 * The modules that list screens or load chunks after the first paint. Their dynamic imports are not part of the page.
 * Dynamic imports of other modules open on the first page.
 */
const SCREEN_LISTS = /\/(index|routes|deferred)\.ts$/

const STATIC = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface FirstPage {
  /** The modules that load with the page. */
  initialModules: ReadonlySet<string>
  /** All modules of the page, including the parts that open on demand: search, menus, drawer. */
  allModules: ReadonlySet<string>
}

/** Return the modules of the first page as absolute paths. They are found by their imports below `src`. */
export function findFirstPageModules(src: string): FirstPage {
  const entries = ENTRIES.map(entry => resolve(src, entry))
  const initialModules = findReachable(src, entries, file => findImports(file, STATIC))
  const onDemand = (file: string) => (SCREEN_LISTS.test(file) ? [] : findImports(file, DYNAMIC))
  const allModules = findReachable(src, entries, file => [...findImports(file, STATIC), ...onDemand(file)])
  return { initialModules, allModules }
}

function findReachable(
  src: string,
  entries: readonly string[],
  importsOf: (file: string) => string[],
): Set<string> {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const name of importsOf(file)) {
      const next = resolveImport(src, file, name)
      if (next) reached.add(next)
    }
  }
  return reached
}

function findImports(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf-8').matchAll(pattern)].map(([, name = '']) => name)
}

/** Return the module that an import refers to, or null for packages, style sheets and images. */
function resolveImport(src: string, from: string, name: string): string | null {
  if (!/^(@\/|\.)/.test(name)) return null
  const path = name.startsWith('@/') ? resolve(src, name.slice(2)) : resolve(dirname(from), name)
  const files = [path, `${path}.ts`, `${path}.tsx`, resolve(path, 'index.ts')]
  return files.find(file => /\.tsx?$/.test(file) && existsSync(file) && statSync(file).isFile()) ?? null
}
