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
  const rows = [...screens].toSorted(([first], [second]) => first.localeCompare(second)).map(row)
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const sheet = join(folder, 'index.html')
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>${rows.join('')}`,
  )
  return sheet
}

function row([name, paths]: [string, string[]]): string {
  const figures = paths.map(path => {
    const size = path.split('/')[1]
    return `<figure><figcaption>${size}</figcaption><a href="${path}"><img loading="lazy" src="${path}" alt="${name}, ${size}"></a></figure>`
  })
  return `<h2>${name.replace('.png', '')}</h2><div class="row">${figures.join('')}</div>`
}

/** `en-390` before `en-1440`, and both before `fr-390`. */
function bySize(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true })
}
