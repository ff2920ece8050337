/** The 3D Secure page. It reports the result to the page that embeds it, or redirects to the merchant. */

const { frame, done, back } = document.querySelector('#script').dataset
const isFramed = parent !== window
const notify = what => isFramed && parent.postMessage({ stripe: frame, what }, '*')
const fail = () => (document.querySelector('[value=fail]') ?? document.querySelector('#close'))?.click()

document.querySelector('#close')?.addEventListener('click', () => notify('done'))
for (const form of document.forms) {
  form.addEventListener('submit', event => {
    // A second click would submit an answered request again.
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
if (isFramed && document.referrer)
  document.querySelector('#merchant')?.replaceChildren(new URL(document.referrer).hostname)
notify('loaded')
if (done) isFramed ? notify('done') : back && location.replace(back)
else (document.querySelector('[value=complete]') ?? document.querySelector('.ask')).focus()
