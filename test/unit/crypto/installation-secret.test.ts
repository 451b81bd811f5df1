// Engines: none
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { InstallationSecret, SealError } from '../../../server/crypto/installation-secret.ts'
import { makeSecretFile, readSecretFile } from '../../../server/crypto/secret-file.ts'
import { temporaryFolders } from '../../support/process.ts'

const unlocked = (...secrets: [string, ...string[]]) => {
  const secret = new InstallationSecret()
  secret.unlock(secrets)
  return secret
}

describe('The secret of the installation', () => {
  const one = unlocked('the first secret')
  const other = unlocked('the second secret')

  it('makes the same HMAC again, and another for each secret, purpose and text', () => {
    const made = one.hmac('codes', 'text')
    assert.match(made, /^[\w-]{43}$/)
    assert.equal(unlocked('the first secret').hmac('codes', 'text'), made)
    const all = [made, other.hmac('codes', 'text'), one.hmac('mail', 'text'), one.hmac('codes', 'texts')]
    assert.equal(new Set(all).size, 4)
  })

  it('opens what it sealed, and seals the same text differently each time', () => {
    for (const text of ['', 'x', 'Zoë 🎉\n', 'long '.repeat(100_000)]) {
      const sealed = one.seal('mail', text, 'a row')
      assert.equal(one.open('mail', sealed, 'a row'), text)
      assert.notEqual(one.seal('mail', text, 'a row'), sealed)
    }
    assert.doesNotMatch(one.seal('mail', 'readable words', 'a row'), /readable/)
  })

  it('opens nothing for another row or purpose, with another secret, or after any change', () => {
    const sealed = one.seal('mail', 'text', 'a row')
    assert.throws(() => one.open('mail', sealed, 'another row'), SealError)
    assert.throws(() => one.open('codes', sealed, 'a row'), SealError)
    assert.throws(() => other.open('mail', sealed, 'a row'), SealError)
    const [id, encoded = ''] = sealed.split('.')
    const bytes = Buffer.from(encoded, 'base64url')
    for (const [index, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes)
      changed[index] = byte ^ 1
      assert.throws(() => one.open('mail', `${id}.${changed.toString('base64url')}`, 'a row'), SealError)
    }
    for (const text of ['', id as string, `${id}.`, `${id}.AAAA`, `.${encoded}`, encoded]) {
      assert.throws(() => one.open('mail', text, 'a row'), SealError)
    }
  })

  it('opens and knows after a rotation what the former secret made, and makes with the new one', () => {
    const rotated = unlocked('the second secret', 'the first secret')
    assert.equal(rotated.open('mail', one.seal('mail', 'text', 'a row'), 'a row'), 'text')
    assert.equal(other.open('mail', rotated.seal('mail', 'text', 'a row'), 'a row'), 'text')
    assert.deepEqual(rotated.hmacs('codes', 'text'), [other.hmac('codes', 'text'), one.hmac('codes', 'text')])
    assert.equal(rotated.hmac('codes', 'text'), other.hmac('codes', 'text'))
  })

  it('does nothing before it is unlocked', () => {
    const locked = new InstallationSecret()
    for (const use of [
      () => locked.hmac('codes', 'text'),
      () => locked.hmacs('codes', 'text'),
      () => locked.seal('mail', 'text', 'a row'),
      () => locked.open('mail', 'text', 'a row'),
    ]) {
      assert.throws(use, /before it is unlocked/)
    }
  })
})

describe('The file of the secret', () => {
  const newFolder = temporaryFolders()

  it('has 256 random bits and is readable by its owner only, in a folder that is too', async () => {
    const folder = join(newFolder(), 'data')
    const path = join(folder, 'secret')
    assert.equal(await readSecretFile(path), undefined)
    await makeSecretFile(path)
    assert.match(readFileSync(path, 'utf8'), /^[\w-]{43}\n$/)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(folder), ['secret'])
  })

  it('is never replaced, and is the same for all who make it at the same time', async () => {
    const path = join(newFolder(), 'secret')
    const read = async () => {
      await makeSecretFile(path)
      return readSecretFile(path)
    }
    const secrets = await Promise.all(Array.from({ length: 20 }, read))
    assert.equal(new Set(secrets).size, 1)
    writeFileSync(path, 'mine')
    assert.equal(await read(), 'mine')
  })

  it('leaves nothing behind if it cannot be made', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), '')
    await assert.rejects(makeSecretFile(join(folder, 'file/secret')))
    assert.deepEqual(readdirSync(folder), ['file'])
    assert.ok(existsSync(join(folder, 'file')))
  })
})
