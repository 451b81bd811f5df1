const FIELDS = ['first_name', 'last_name', 'email', 'password']
const SETUP_REFUSED = 'setup_refused'

const element = (id) => document.getElementById(id)
/** The code stands behind the `#`: no server, proxy or log has seen it. */
const code = location.hash.slice(1)

function show(section) {
  for (const id of ['welcome', 'refused', 'done']) element(id).hidden = id !== section
}

function refuse(sentence) {
  element('refusal').textContent = sentence
  show('refused')
}

function setProblem(sentence) {
  element('problem').textContent = sentence
  element('problem').hidden = sentence === ''
}

function setFault(name, sentence) {
  const input = element(name)
  const fault = element(`${name}-fault`)
  const hint = element(`${name}-hint`)
  const isFaulty = sentence !== ''
  fault.textContent = sentence
  fault.hidden = !isFaulty
  if (hint) hint.hidden = isFaulty
  input.setAttribute('aria-invalid', String(isFaulty))
  input.setAttribute('aria-describedby', isFaulty ? fault.id : (hint?.id ?? ''))
}

const LABELS = { first_name: 'First name', last_name: 'Last name', email: 'Email', password: 'Password' }

/** The service speaks of fields by their names; people know them by their labels. */
const inWords = ({ field, message }) => message.replace(field, LABELS[field])

function showFaults(details) {
  for (const detail of details) setFault(detail.field, inWords(detail))
  const first = FIELDS.find((name) => details.some(({ field }) => field === name))
  element(first).focus()
}

function describePassword() {
  const { length } = element('password').value
  element('strength').value = Math.min(length, 20)
  element('password-hint').textContent = hintFor(length)
}

function hintFor(length) {
  if (length === 0) return '8 to 128 characters. A few unrelated words are strong and easy to keep in mind.'
  if (length < 8) return `${8 - length} more to go: at least 8 characters.`
  if (length > 128) return 'Too long: at most 128 characters.'
  if (length < 12) return 'Long enough, unless it is a common one. Longer is stronger.'
  return 'A good length, unless it is a common one.'
}

async function send(event) {
  event.preventDefault()
  const submit = element('submit')
  if (submit.getAttribute('aria-busy') === 'true') return
  setProblem('')
  for (const name of FIELDS) setFault(name, '')
  const values = Object.fromEntries(FIELDS.map((name) => [name, element(name).value]))
  setBusy(submit, true)
  try {
    const answer = await fetch('api/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, ...values }),
    })
    handle(await answer.json(), values.email.trim())
  } catch {
    setProblem('The service cannot be reached. Is it running? Try again in a moment.')
  } finally {
    setBusy(submit, false)
  }
}

function setBusy(button, isBusy) {
  button.setAttribute('aria-busy', String(isBusy))
  button.textContent = isBusy ? 'One moment…' : 'Make the administrator'
}

function handle({ success, errors = [], code: reason, details = [] }, email) {
  if (success) return finish(email)
  if (reason === SETUP_REFUSED) return refuse(errors[0])
  const ofFields = details.filter(({ field }) => FIELDS.includes(field))
  if (ofFields.length > 0) return showFaults(ofFields)
  setProblem(errors.join(' '))
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function finish(email) {
  // The code is used up; it need not stay in the history.
  history.replaceState(null, '', location.pathname)
  element('done-email').textContent = email
  element('command').textContent = [
    `curl ${new URL('api/signin', document.baseURI)} \\`,
    `  --data-urlencode ${quoted(`email=${email}`)} \\`,
    `  --data-urlencode 'password=…'`,
  ].join('\n')
  element('person').reset()
  document.title = 'Rolecall is set up'
  show('done')
  element('done-title').focus()
}

async function copy() {
  const button = element('copy')
  try {
    await navigator.clipboard.writeText(element('command').textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(element('command'))
    button.textContent = 'Selected: copy it by hand'
  }
}

function reveal() {
  const isShown = element('password').type === 'text'
  element('password').type = isShown ? 'password' : 'text'
  element('reveal').textContent = isShown ? 'Show' : 'Hide'
  element('reveal').setAttribute('aria-pressed', String(!isShown))
}

element('person').addEventListener('submit', send)
element('password').addEventListener('input', describePassword)
for (const name of FIELDS) element(name).addEventListener('input', () => setFault(name, ''))
element('reveal').addEventListener('click', reveal)
element('copy').addEventListener('click', copy)
describePassword()
for (const name of FIELDS) setFault(name, '')
if (code === '') refuse('The link is not whole: what follows the # is missing. Open it as it was printed.')
else {
  show('welcome')
  element('first_name').focus()
}
