/** The bank's page: a choice goes back to the page around it, or on to where the viewer came from. */

const { frame, done, back } = document.querySelector('#script').dataset
const framed = parent !== window
const tell = what => framed && parent.postMessage({ stripe: frame, what }, '*')
const fail = () => (document.querySelector('[value=fail]') ?? document.querySelector('#close'))?.click()

document.querySelector('#close')?.addEventListener('click', () => tell('done'))
for (const form of document.forms) {
  form.addEventListener('submit', event => {
    // A second click would ask again what is answered already.
    if (form.dataset.sent) event.preventDefault()
    form.dataset.sent = 'yes'
  })
}
addEventListener('keydown', event => {
  if (event.key === 'Escape') fail()
})
addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.what === 'fail') fail()
})
if (framed && document.referrer)
  document.querySelector('#merchant')?.replaceChildren(new URL(document.referrer).hostname)
tell('loaded')
if (done) framed ? tell('done') : back && location.replace(back)
else (document.querySelector('[value=complete]') ?? document.querySelector('.ask')).focus()
