import { createHmac, hash } from 'node:crypto'
import { type HashFormat, limit, matchGroups, type Verify } from './format.ts'
import { isSameText, phpTrim } from './texts.ts'
import { inThread } from './threads.ts'

const COSTS = [4, 14] as const

const PATTERN = /^(\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/

/** bcrypt uses the first 72 bytes of a password. Longer ones are not refused: stored hashes were made that way. */
function readBcrypt(name: string, text: string): Verify {
  const [salt = '', cost, expected = ''] = matchGroups(name, PATTERN, text)
  limit(name, 'the cost', Number(cost), COSTS)
  return async (password) => isSameText(await inThread({ kind: 'bcrypt', password, salt }), expected)
}

export const bcryptFormat: HashFormat = {
  name: 'bcrypt',
  prefix: /^\$2[a-z]?\$/,
  read: (text) => readBcrypt('bcrypt', text),
}

/** WordPress from 6.8 on: bcrypt of an HMAC, so that bytes beyond the 72nd count too. WordPress trims passwords. */
export const wordpressFormat: HashFormat = {
  name: 'WordPress (bcrypt)',
  prefix: /^\$wp\$/,
  read: (text) => {
    const verify = readBcrypt('WordPress', text.slice('$wp'.length))
    return (password) => verify(createHmac('sha384', 'wp-sha384').update(phpTrim(password)).digest('base64'))
  },
}

const DJANGO = 'bcrypt_sha256$'

/** Django's BCryptSHA256PasswordHasher: bcrypt of a SHA-256 in hex. */
export const djangoBcryptFormat: HashFormat = {
  name: 'Django (bcrypt_sha256)',
  prefix: /^bcrypt_sha256\$/,
  read: (text) => {
    const verify = readBcrypt('Django', text.slice(DJANGO.length))
    return (password) => verify(hash('sha256', password))
  },
}
