// Engines: SQLite
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigError, loadConfig, settings } from '../../../server/config/config.ts'
import { PASSWORD, signInAt } from '../../support/http.ts'
import { failsToStart, runHere, serveIn, temporaryFolders } from '../../support/process.ts'

const newFolder = temporaryFolders()
/** Node's message. */
const NOT_UTF8 = 'The encoded data was not valid for encoding utf-8'
const SECRET = 's3cr3t-and-long-enough'
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

/** A folder with these files, and the settings that are loaded in it. */
function inFolder(files: Record<string, string | Buffer> = {}) {
  const cwd = newFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  const load = (env: Record<string, string>) => loadConfig(env, { cwd })
  return {
    cwd,
    load,
    faultsOf: (env: Record<string, string>): readonly string[] => {
      try {
        load(env)
      } catch (error) {
        assert.ok(error instanceof ConfigError)
        for (const fault of error.faults) assert.doesNotMatch(fault, /s3cr3t|\n/)
        return error.faults
      }
      assert.fail(`accepted: ${JSON.stringify(env)}`)
    },
  }
}

describe('A setting from a file', () => {
  const samples: Record<string, [text: string, value: unknown]> = {
    HOST: ['::1', '::1'],
    PORT: ['9000', 9000],
    WORKERS: ['4', 4],
    DATABASE_URL: ['postgres://ann@one/x', 'postgres://ann@one/x'],
    DATABASE_REPLICA_URLS: ['postgres://ann@two/x', ['postgres://ann@two/x']],
    DATA_FOLDER: ['/var/lib/rolecall', '/var/lib/rolecall'],
    PUBLIC_URL: ['https://a.example', 'https://a.example'],
    ADMIN_EMAIL: ['ann@example.com', 'ann@example.com'],
    ADMIN_PASSWORD: [SECRET, SECRET],
    SECRET: ['s'.repeat(32), 's'.repeat(32)],
    SECRET_PREVIOUS: ['p'.repeat(32), ['p'.repeat(32)]],
    MAIL_URL: [
      'smtps://ann:secret@mail.example.com',
      {
        host: 'mail.example.com',
        port: 465,
        isTls: true,
        isTlsOptional: false,
        user: 'ann',
        password: 'secret',
      },
    ],
    MAIL_FROM: ['Ann <ann@example.com>', { name: 'Ann', address: 'ann@example.com' }],
    DEFAULT_LANGUAGE: ['fr', 'fr'],
    SIGNUP: ['closed', 'closed'],
    APPROVAL: ['manual', 'manual'],
    SIGNIN_CODE: ['on', 'on'],
    REQUIRE_SECOND_FACTOR: ['everyone', 'everyone'],
    SESSION_HOURS: ['12', 12],
    SESSION_IDLE_MINUTES: ['30', 30],
    BRAND_NAME: ['Acme', 'Acme'],
    BRAND_COLOR: ['#3b5bdb', [59, 91, 219]],
    APP_URL: ['https://app.example.com', 'https://app.example.com'],
    TOKEN_TTL_DAYS: ['7', 7],
    SIGNIN_RATE_LIMIT: ['3', 3],
    CLIENT_SIGNIN_RATE_LIMIT: ['300', 300],
    TOKEN_RATE_LIMIT: ['600', 600],
    BODY_LIMIT: ['2kb', 2048],
    TRUST_PROXY: ['loopback', ['loopback']],
    CORS_ORIGINS: ['https://a.example', ['https://a.example']],
    AUDIT_CHECKPOINTS: ['https://logs.example.com', { url: 'https://logs.example.com/' }],
    AUDIT_DAYS: ['365', 365],
    WEBHOOK_NETWORKS: ['10.0.0.0/8', ['10.0.0.0/8']],
    LOG_LEVEL: ['warn', 'warn'],
  }

  it('works for every setting', () => {
    const paths = {
      PERMISSIONS_FILE: ['own.json'],
      AUDIT_KEY_FILE: ['key.pem'],
      BRAND_LOGO: ['logo.svg'],
      MAIL_TEMPLATES: ['.'],
    }
    const all = { ...samples, ...paths }
    const files = Object.fromEntries(
      Object.entries(all).map(([name, [text]]) => [name.toLowerCase(), `${text}\n`]),
    )
    const { cwd, load } = inFolder({ ...files, 'own.json': '[]', 'logo.svg': LOGO })
    const names = Object.keys(all)
    assert.deepEqual(
      names.sort(),
      Object.values(settings)
        .map(({ name }) => name)
        .sort(),
    )
    const config = load(Object.fromEntries(names.map((name) => [`${name}_FILE`, name.toLowerCase()])))
    for (const [key, { name }] of Object.entries(settings)) {
      const value = config[key as keyof typeof config]
      if (name === 'PERMISSIONS_FILE') assert.equal(value, join(cwd, 'own.json'))
      else if (name === 'AUDIT_KEY_FILE') assert.equal(value, join(cwd, 'key.pem'))
      else if (name === 'MAIL_TEMPLATES') assert.equal(value, cwd)
      else if (name === 'BRAND_LOGO') assert.equal(config.brandLogo?.content.toString(), LOGO)
      else assert.deepEqual(value, samples[name]?.[1], name)
    }
  })

  it('is the content without one trailing newline', () => {
    const password = (content: string) => {
      const { load } = inFolder({ email: 'ann@example.com', password: content })
      return load({ ADMIN_EMAIL_FILE: 'email', ADMIN_PASSWORD_FILE: 'password' }).adminPassword
    }
    for (const [content, read] of [
      [SECRET, SECRET],
      [`${SECRET}\n`, SECRET],
      [`${SECRET}\r\n`, SECRET],
      [`${SECRET}\n\n`, `${SECRET}\n`],
      [` ${SECRET} `, ` ${SECRET} `],
      ['ключ из файла\n', 'ключ из файла'],
    ] as const) {
      assert.equal(password(content), read)
    }
  })

  it('accepts an absolute path, a path in the working directory, and a symlink, as platforms mount them', () => {
    const { cwd, load } = inFolder({ port: '9000' })
    symlinkSync('port', join(cwd, 'link'))
    for (const path of ['port', './port', ' port ', join(cwd, 'port'), 'link']) {
      assert.equal(load({ PORT_FILE: path }).port, 9000, path)
    }
  })

  it('can be named in .env; the environment has precedence under either name', () => {
    const { load } = inFolder({
      '.env': 'PORT_FILE=port\nSIGNUP=closed\nHOST_FILE=\n',
      port: '9000',
      signup: 'verify',
    })
    const { port, signup, host } = load({ SIGNUP_FILE: 'signup' })
    assert.deepEqual({ port, signup, host }, { port: 9000, signup: 'verify', host: '127.0.0.1' })
    assert.equal(load({ PORT: '9001' }).port, 9001)
  })

  it('is refused in a .env that is not UTF-8, since its characters would be wrong', () => {
    const { cwd, faultsOf } = inFolder({
      '.env': Buffer.from('ADMIN_PASSWORD=correct \xfc\xfc stap\n', 'latin1'),
    })
    assert.deepEqual(faultsOf({}), [`${join(cwd, '.env')} cannot be read: ${NOT_UTF8}.`])
  })

  it('is refused if the setting is also set directly', () => {
    const both = 'PORT and PORT_FILE are both set; set one.'
    assert.deepEqual(inFolder({ port: '9000' }).faultsOf({ PORT: '1', PORT_FILE: 'port' }), [both])
    assert.deepEqual(inFolder({ '.env': 'PORT=1\nPORT_FILE=port' }).faultsOf({}), [both])
  })

  it('is refused if the file cannot be read, with the setting and the path but no content', () => {
    const { cwd, faultsOf } = inFolder({
      large: 's3cr3t '.repeat(10_000),
      binary: Buffer.concat([Buffer.from('s3cr3t'), Buffer.from([0xff, 0xfe])]),
      empty: '\n',
    })
    mkdirSync(join(cwd, 'folder'))
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    const why: Record<string, RegExp> = {
      missing: /cannot be read: there is no such file\.$/,
      'large/x': /cannot be read: there is no such file\.$/,
      folder: /is a folder\.$/,
      pipe: /is not a plain file\.$/,
      '/dev/zero': /is not a plain file\.$/,
      large: /is larger than 64 KiB\.$/,
      binary: /cannot be read: it is not text in UTF-8\.$/,
      empty: /is empty\.$/,
    }
    for (const [path, reason] of Object.entries(why)) {
      for (const name of ['LOG_LEVEL', 'DATABASE_URL']) {
        const [fault = '', ...others] = faultsOf({ [`${name}_FILE`]: path })
        assert.deepEqual(others, [])
        assert.ok(
          fault.startsWith(`${name}_FILE names ${path.startsWith('/') ? path : join(cwd, path)}, which `),
          fault,
        )
        assert.match(fault, reason)
      }
    }
  })

  it('is refused with an invalid value, which is not shown', () => {
    const { cwd, faultsOf } = inFolder({
      wrong: 's3cr3t',
      short: 's3cr3t',
      email: 'ann@example.com',
      url: 'postgres://ann:s3cr3t@db',
    })
    assert.deepEqual(faultsOf({ PORT_FILE: 'wrong', DATABASE_URL_FILE: 'url' }), [
      `PORT, from ${join(cwd, 'wrong')}, is refused; it must be a whole number from 0 to 65535.`,
      `DATABASE_URL, from ${join(cwd, 'url')}, is refused; it must be sqlite: and the path of a file, such as sqlite:data/rolecall.db, or postgres://user:password@host/database.`,
    ])
    assert.deepEqual(faultsOf({ ADMIN_EMAIL_FILE: 'email', ADMIN_PASSWORD_FILE: 'short' }), [
      `ADMIN_PASSWORD, from ${join(cwd, 'short')}, must be 8 to 128 characters, not among common passwords.`,
    ])
  })

  it('stops the start with one line if it is invalid, and is used if it is valid', async () => {
    const { cwd } = inFolder({ email: 'root@example.com\n', password: `${PASSWORD}\n` })
    const env = { ADMIN_EMAIL_FILE: 'email', ADMIN_PASSWORD_FILE: 'gone' }
    await failsToStart(
      cwd,
      /ADMIN_PASSWORD_FILE names .*gone, which cannot be read: there is no such file\./,
      env,
    )
    const { url, end } = await serveIn(cwd, { ...env, ADMIN_PASSWORD_FILE: 'password' })
    assert.ok(await signInAt(url))
    await end('SIGTERM')
  })

  it('is used by the other commands too', async () => {
    const { cwd } = inFolder({ url: 'sqlite:elsewhere.db' })
    const { code, out, err } = await runHere(cwd, ['migrate'], { DATABASE_URL_FILE: 'url' })
    assert.deepEqual([code, err], [0, ''], out)
    const copied = await runHere(cwd, ['backup', 'copy.db'], { DATABASE_URL: 'sqlite:elsewhere.db' })
    assert.equal(copied.code, 0, copied.err)
  })
})
