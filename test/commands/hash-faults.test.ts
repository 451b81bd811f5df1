// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { commandsInNewFolders } from '../support/commands.ts'
import { runHere } from '../support/process.ts'

const at = commandsInNewFolders()

const SALT = 'c29tZXNhbHQ'
const HASH = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
const BCRYPT = 'RolecallFixtureSaltAbu4VYp9puHOVcXoPmQyuHbfKY4HRWsqzW'
const HEX = 'ab'.repeat(64)

const keycloak = (secretData: unknown, credentialData: unknown) => ({
  type: 'password',
  secretData,
  credentialData,
})
const VALUE = JSON.stringify({ value: HASH, salt: SALT })
const argon2 = (parameters: object) =>
  JSON.stringify({ algorithm: 'argon2', hashIterations: 5, additionalParameters: parameters })

/** The messages for hashes that are refused. */
const REFUSED: Record<string, unknown[]> = {
  'is of a format that is not known': [
    '5f4dcc3b5aa765d61d8327deb882cf99',
    'password in the clear',
    '$1$abcdefgh$irWbblnpmw.5z7wgBnprh0',
    '$6$rounds=5000$saltsalt$abcdef',
    'sha1$seasalt$cff36ea83f5706ce9aa7454e63e431fc726b2dc8',
    '!unusable',
    'AAABBB',
  ],
  'must be text, or a credential of Keycloak': ['', 7, null, true],
  'is longer than 1024 characters': [`$2b$10$${'a'.repeat(1100)}`],
  'is not a whole hash of bcrypt': [
    `$2b$10$${BCRYPT.slice(1)}`,
    `$2b$10$${BCRYPT}x`,
    `$2b$1$${BCRYPT}`,
    `$2x$10$${BCRYPT}`,
    `$2$10$${BCRYPT}`,
    `$2b$10$${BCRYPT.replace('R', '=')}`,
  ],
  'is one of bcrypt with the cost out of bounds: 4 to 14 are taken': [
    `$2b$15$${BCRYPT}`,
    `$2b$31$${BCRYPT}`,
    `$2b$03$${BCRYPT}`,
    `{bcrypt}$2a$31$${BCRYPT}`,
    `bcrypt$$2b$31$${BCRYPT}`,
  ],
  'is not a whole hash of WordPress': [`$wp$2y$10$${BCRYPT.slice(1)}`, '$wp$', `$wp$P$${BCRYPT}`],
  'is one of WordPress with the cost out of bounds: 4 to 14 are taken': [`$wp$2y$31$${BCRYPT}`],
  'is not a whole hash of Django': [`bcrypt_sha256$${BCRYPT}`],
  'is one of Django with the cost out of bounds: 4 to 14 are taken': [`bcrypt_sha256$$2b$31$${BCRYPT}`],
  'is not a whole hash of argon2 (v=19)': [
    `$argon2id$m=65536,t=2,p=1$${SALT}$${HASH}`,
    `$argon2id$v=16$m=65536,t=2,p=1$${SALT}$${HASH}`,
    `$argon2id$v=19$m=65536,t=2,p=1$${SALT}`,
    `$argon2id$v=19$m=65536,t=2$${SALT}$${HASH}`,
    `$argon2id$v=19$m=99999999999,t=2,p=1$${SALT}$${HASH}`,
    `$argon2x$v=19$m=65536,t=2,p=1$${SALT}$${HASH}`,
    `$argon2id$v=19$m=65536,t=2,p=1$${SALT}$${HASH}$`,
  ],
  'is one of argon2 with m, its memory in KiB, out of bounds: 8 to 262144 are taken': [
    `$argon2id$v=19$m=262145,t=1,p=1$${SALT}$${HASH}`,
    `$argon2id$v=19$m=7,t=1,p=1$${SALT}$${HASH}`,
    keycloak(VALUE, argon2({ type: ['id'], version: ['1.3'], memory: ['999999'], parallelism: ['1'] })),
  ],
  'is one of argon2 with m × t, its memory and passes, out of bounds: 8 to 1048576 are taken': [
    `$argon2id$v=19$m=262144,t=5,p=1$${SALT}$${HASH}`,
    `$argon2id$v=19$m=65536,t=999999,p=1$${SALT}$${HASH}`,
  ],
  'is one of argon2 with p, its lanes, out of bounds: 1 to 16 are taken': [
    `$argon2id$v=19$m=65536,t=1,p=17$${SALT}$${HASH}`,
    `$argon2id$v=19$m=65536,t=1,p=0$${SALT}$${HASH}`,
  ],
  'is one of argon2 with the bytes of its salt out of bounds: 8 to 128 are taken': [
    `$argon2id$v=19$m=65536,t=1,p=1$c2FsdA$${HASH}`,
  ],
  'is one of argon2 with the bytes of its hash out of bounds: 16 to 64 are taken': [
    `$argon2id$v=19$m=65536,t=1,p=1$${SALT}$AAAA`,
  ],
  'is one of argon2 that holds no proper base64': [
    `$argon2id$v=19$m=65536,t=1,p=1$${SALT}$A`,
    `$argon2id$v=19$m=65536,t=1,p=1$${SALT}$${HASH.replace('C', '_')}`,
    `$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHR$${HASH}`,
  ],
  'is not a whole hash of Django (argon2)': ['argon2$nothing'],
  'is not a whole hash of Django (bcrypt)': ['bcrypt$nothing'],
  'is not a whole hash of scrypt': [`$scrypt$ln=14,r=8$${SALT}$${HASH}`, '$scrypt$'],
  'is one of scrypt with N × r out of bounds: 2 to 1048576 are taken': [
    `$scrypt$ln=18,r=8,p=1$${SALT}$${HASH}`,
    `$scrypt$ln=99,r=1,p=1$${SALT}$${HASH}`,
    `scrypt:536870912:8:1$salt$${HEX}`,
  ],
  'is one of scrypt with N × r × p out of bounds: 2 to 2097152 are taken': [
    `$scrypt$ln=17,r=8,p=3$${SALT}$${HASH}`,
  ],
  'is one of scrypt with r out of bounds: 1 to 64 are taken': [`$scrypt$ln=4,r=65,p=1$${SALT}$${HASH}`],
  'is one of scrypt with p out of bounds: 1 to 64 are taken': [`$scrypt$ln=4,r=1,p=65$${SALT}$${HASH}`],
  'is one of scrypt whose N is no power of two': [
    `scrypt:32767:8:1$salt$${HEX}`,
    `scrypt$0$salt$8$1$${HASH}`,
  ],
  'is one of scrypt with the bytes of its hash out of bounds: 16 to 64 are taken': [
    `scrypt:32768:8:1$salt$${HEX}ab`,
    'scrypt:32768:8:1$salt$abab',
  ],
  'is not a whole hash of Werkzeug (scrypt)': [`scrypt:32768:8:1$salt$${HEX}a`, `scrypt:32768:8:1$$${HEX}`],
  'is not a whole hash of Werkzeug (PBKDF2)': [`pbkdf2:md5:1000$salt$${HEX}`, `pbkdf2:sha256$salt$${HEX}`],
  'is not a whole hash of Django (PBKDF2)': [
    `pbkdf2_sha256$seasalt$${HASH}`,
    `pbkdf2_sha512$1000$seasalt$${HASH}`,
    `pbkdf2_sha256$1000$sea$salt$${HASH}`,
  ],
  'is not a whole hash of Django (scrypt)': [`scrypt$16384$seasalt$8$${HASH}`],
  'is one of Django that holds no proper base64': ['pbkdf2_sha256$1000$seasalt$A'],
  'is not a whole hash of PBKDF2': [`$pbkdf2-md5$1000$${SALT}$${HASH}`, '$pbkdf2$'],
  'is one of PBKDF2 with its rounds, times the blocks of its hash, out of bounds: 1 to 6000000 are taken': [
    `$pbkdf2-sha256$6000001$${SALT}$${HASH}`,
    `$pbkdf2-sha256$0$${SALT}$${HASH}`,
    `pbkdf2:sha256:3000001$salt$${HEX}`,
    keycloak(VALUE, JSON.stringify({ algorithm: 'pbkdf2', hashIterations: 3_000_001 })),
  ],
  'is one of PBKDF2 with its rounds, times the blocks of its hash, out of bounds: 1 to 3000000 are taken': [
    keycloak(VALUE, JSON.stringify({ algorithm: 'pbkdf2-sha512', hashIterations: 999_999_999 })),
    'AQAAAAIA////AAAAEAABAgMEBQYHCAkKCwwNDg/Q8A0WMKbtHQJQ2DHCdoEeeFBrgNlldq6vH4qX/CGqGQ==',
  ],
  'is not a whole hash of Spring Security': [
    '{noop}password',
    '{bcrypt}',
    '{pbkdf2@SpringSecurity_v5_8}0123456789abcdef',
  ],
  'is not a whole hash of Better Auth (scrypt)': [`${HEX.slice(0, 32)}:${HEX.slice(2)}`],
  'is not a whole hash of ASP.NET Core Identity (version 3)': [
    'AQAAAAEA',
    'AQAAAAkAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
    'AQAAAAEAACcQAAAA/wABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  ],
  'is not a whole hash of phpass': ['$P$BRolecall', '$P$BRolecallQlW3lAlOFXK38FPjlvTHj.x'],
  'is one of phpass with the logarithm of its rounds out of bounds: 7 to 18 are taken': [
    '$P$SRolecallQlW3lAlOFXK38FPjlvTHj.',
    '$P$4RolecallQlW3lAlOFXK38FPjlvTHj.',
  ],
  'is not a whole password credential of Keycloak': [
    {},
    [],
    keycloak(VALUE, undefined),
    keycloak('no JSON', '{}'),
    keycloak(VALUE, '{"algorithm": "pbkdf2"}'),
    keycloak(VALUE, '{"algorithm": "pbkdf2", "hashIterations": -1}'),
    keycloak(VALUE, '{"algorithm": 7, "hashIterations": 1000}'),
    keycloak('{"value": 7, "salt": 7}', '{"algorithm": "pbkdf2", "hashIterations": 1000}'),
    keycloak('null', 'null'),
    '{"secretData": ',
  ],
  'is one of Keycloak by an algorithm that is not known': [
    keycloak(VALUE, '{"algorithm": "md5", "hashIterations": 1000}'),
    keycloak(VALUE, '{"algorithm": "__proto__", "hashIterations": 1000}'),
    keycloak(VALUE, '{"algorithm": "argon2", "hashIterations": 5, "additionalParameters": null}'),
    keycloak(VALUE, argon2({ type: ['id'], version: ['1.0'], memory: ['7168'], parallelism: ['1'] })),
  ],
}

describe('A refused hash', () => {
  for (const [reason, given] of Object.entries(REFUSED)) {
    it(reason, async () => {
      await at.done(['migrate'])
      const rows = given.map((hash) => JSON.stringify({ email: 'ada@example.com', hash }))
      const { code, out, err } = await runHere(
        at.folder,
        ['users', 'set-hashes', '-'],
        {},
        { input: rows.join('\n') },
      )
      assert.deepEqual([code, out], [1, ''])
      const listed = given.map((_, index) => `  line ${index + 1}: the hash ${reason}.\n`).join('')
      assert.equal(err, `error: The standard input has faults, and nothing was changed:\n${listed}`)
    })
  }
})
