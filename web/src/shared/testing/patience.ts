/**
 * What appears on a page is waited for longer than the library's one second: on a busy machine a screen's code
 * alone takes that long to load. It costs nothing where what is waited for is there.
 */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}

export {}
