import { createHmac, hash } from 'node:crypto'
import { type HashForm, limit, partsOf, type Verify } from './form.ts'
import { isSameText, phpTrim } from './texts.ts'
import { inThread } from './threads.ts'

const COSTS = [4, 14] as const

const WHOLE = /^(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/

/** Of a password, bcrypt takes the first 72 bytes: such hashes were made so. */
function readBcrypt(name: string, text: string): Verify {
  const [salt = '', cost, expected = ''] = partsOf(name, WHOLE, text)
  limit(name, 'the cost', Number(cost), COSTS)
  return async (password) => isSameText(await inThread({ kind: 'bcrypt', password, salt }), expected)
}

export const bcryptForm: HashForm = {
  name: 'bcrypt',
  begins: /^\$2[a-z]?\$/,
  read: (text) => readBcrypt('bcrypt', text),
}

/** WordPress from 6.8 on: bcrypt of an HMAC, so that long passwords count whole. It trims passwords. */
export const wordpressForm: HashForm = {
  name: 'WordPress (bcrypt)',
  begins: /^\$wp\$/,
  read: (text) => {
    const verify = readBcrypt('WordPress', text.slice('$wp'.length))
    return (password) => verify(createHmac('sha384', 'wp-sha384').update(phpTrim(password)).digest('base64'))
  },
}

const DJANGO = 'bcrypt_sha256$'

/** Django's BCryptSHA256PasswordHasher: bcrypt of a SHA-256 in hex. */
export const djangoBcryptForm: HashForm = {
  name: 'Django (bcrypt_sha256)',
  begins: /^bcrypt_sha256\$/,
  read: (text) => {
    const verify = readBcrypt('Django', text.slice(DJANGO.length))
    return (password) => verify(hash('sha256', password))
  },
}
