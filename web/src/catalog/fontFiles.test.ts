import { describe, expect, it } from 'vitest'
import { describeFontFile } from './fontFiles'

describe('the name of a font file', () => {
  it.each([
    ['OpenSans-SemiBold.woff2', 'OpenSans', '600'],
    ['open-sans-latin-300-normal.woff2', 'Open Sans', '300'],
    ['hanken-grotesk-latin-wght-normal.woff2', 'Hanken Grotesk', '100 900'],
    ['Archivo[wdth,wght].ttf', 'Archivo', '100 900'],
    ['Inter-VariableFont_opsz,wght.ttf', 'Inter', '100 900'],
    ['Inter.woff2', 'Inter', undefined],
    ['Bold.woff2', 'Font', '700'],
    ['….woff2', 'Font', undefined],
  ])('%s gives the font %s', (file, family, weight) => {
    expect(describeFontFile(file)).toEqual({ family, weight })
  })
})
