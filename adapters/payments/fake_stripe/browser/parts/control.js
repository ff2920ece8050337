/** The buttons of `/_control`, and what was made. */

const LOOK_SECONDS = 2
const said = document.querySelector('#said')
const now = document.querySelector('#now')
const rows = document.querySelector('#made tbody')

function tellTime(at) {
  now.dateTime = new Date(at * 1000).toISOString()
  now.textContent = new Date(at * 1000).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })
}

async function press(button) {
  const { path, body, mode, ask } = button.dataset
  if (ask && !confirm(ask)) return
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`/_control/${path}`, { method: 'POST', headers, body })
  const told = await answer.json()
  said.textContent = answer.ok ? `${button.textContent.trim()}: done.` : told.error.message
  if (told.now) tellTime(told.now)
  if (answer.ok && mode) {
    for (const each of document.querySelectorAll('[data-mode]')) each.ariaPressed = String(each === button)
  }
  await look()
}

async function look() {
  const { data } = await (await fetch('/_control/webhooks')).json()
  const shown = data.slice(-50).reverse()
  rows.replaceChildren(
    ...shown.map(({ type, id, sent, lost }) => {
      const row = document.createElement('tr')
      for (const words of [type, id, sent ? 'arrived' : lost ? 'lost' : 'held back']) {
        row.insertCell().textContent = words
      }
      return row
    }),
  )
}

for (const button of document.querySelectorAll('[data-path]'))
  button.addEventListener('click', () => press(button))
tellTime(Number(now.dataset.at))
look()
setInterval(look, LOOK_SECONDS * 1000)
