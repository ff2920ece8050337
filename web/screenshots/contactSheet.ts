import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STYLE = `
  body { margin: 2rem; font: 14px/1.4 system-ui, sans-serif; background: #777; color: #fff }
  h2 { margin: 2rem 0 .5rem; font-size: 1rem }
  .row { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
  figure { margin: 0; flex: none } figcaption { font-size: 12px; opacity: .8 }
  img { display: block; max-height: 640px; border: 1px solid #0006 }
`

/** Write `index.html` with a row of screenshots for each screen, in every size and language. Return its path. */
export function writeContactSheet(folder: string): string {
  const pictures = globSync('*/*/*.png', { cwd: folder }).toSorted(bySize)
  const screens = Map.groupBy(pictures, path => [path.split('/')[0], path.split('/')[2]].join(' '))
  const rows = [...screens].toSorted(([one], [other]) => one.localeCompare(other)).map(row)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const sheet = join(folder, 'index.html')
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>${rows.join('')}`,
  )
  return sheet
}

function row([name, paths]: [string, string[]]): string {
  const shown = paths.map(path => {
    const where = path.split('/')[1]
    return `<figure><figcaption>${where}</figcaption><a href="${path}"><img loading="lazy" src="${path}" alt="${name}, ${where}"></a></figure>`
  })
  return `<h2>${name.replace('.png', '')}</h2><div class="row">${shown.join('')}</div>`
}

/** `en-390` before `en-1440`, and both before `fr-390`. */
function bySize(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
