/** The buttons of `/_control`, and the list of webhook events. */

const REFRESH_SECONDS = 2
const statusMessage = document.querySelector('#message')
const now = document.querySelector('#now')
const rows = document.querySelector('#made tbody')

function showTime(at) {
  now.dateTime = new Date(at * 1000).toISOString()
  now.textContent = new Date(at * 1000).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })
}

async function press(button) {
  const { path, body, mode, ask } = button.dataset
  if (ask && !confirm(ask)) return
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`/_control/${path}`, { method: 'POST', headers, body })
  const result = await response.json()
  statusMessage.textContent = response.ok ? `${button.textContent.trim()}: done.` : result.error.message
  if (result.now) showTime(result.now)
  if (response.ok && mode) {
    for (const modeButton of document.querySelectorAll('[data-mode]')) {
      modeButton.ariaPressed = String(modeButton === button)
    }
  }
  await refresh()
}

async function refresh() {
  const { data } = await (await fetch('/_control/webhooks')).json()
  const events = data.slice(-50).reverse()
  rows.replaceChildren(
    ...events.map(({ type, id, sent, lost }) => {
      const row = document.createElement('tr')
      for (const text of [type, id, sent ? 'delivered' : lost ? 'lost' : 'delayed']) {
        row.insertCell().textContent = text
      }
      return row
    }),
  )
}

for (const button of document.querySelectorAll('[data-path]'))
  button.addEventListener('click', () => press(button))
showTime(Number(now.dataset.at))
refresh()
setInterval(refresh, REFRESH_SECONDS * 1000)
