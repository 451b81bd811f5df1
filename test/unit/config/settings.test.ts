// Engines: none
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import {
  ConfigError,
  loadConfig,
  settings,
  settingsAsMarkdown,
  settingsAsText,
} from '../../../server/config/config.ts'
import { launch, temporaryFolder } from '../../support/process.ts'

const names = Object.values(settings).map(({ name }) => name)

describe('Settings', () => {
  let folder = temporaryFolder()
  beforeEach(() => {
    folder.remove()
    folder = temporaryFolder()
  })
  after(() => folder.remove())

  const load = (env: Record<string, string>) => loadConfig(env, { cwd: folder.path })
  const put = (file: string, text: string) => writeFileSync(join(folder.path, file), text)

  function faultsOf(env: Record<string, string>): readonly string[] {
    try {
      load(env)
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.faults
    }
    assert.fail(`accepted: ${JSON.stringify(env)}`)
  }

  it('have the documented defaults', () => {
    assert.deepEqual(load({}), {
      host: '127.0.0.1',
      port: 8080,
      workers: 1,
      databaseUrl: `sqlite:${join(folder.path, 'data/rolecall.db')}`,
      replicaUrls: [],
      dataFolder: join(folder.path, 'data'),
      publicUrl: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      secret: undefined,
      secretPrevious: [],
      mailUrl: undefined,
      mailFrom: undefined,
      defaultLanguage: 'en',
      mailTemplates: undefined,
      brandName: 'Rolecall',
      brandLogo: undefined,
      brandColor: undefined,
      appUrl: undefined,
      signup: 'open',
      approval: 'none',
      requireSecondFactor: 'roles',
      signinCode: 'off',
      tokenTtlDays: 30,
      sessionHours: 24,
      sessionIdleMinutes: 60,
      signinRateLimit: 10,
      clientSigninRateLimit: 600,
      tokenRateLimit: 0,
      bodyLimit: 1_048_576,
      trustProxy: false,
      corsOrigins: [],
      permissionsFile: undefined,
      auditKeyFile: undefined,
      auditCheckpoints: undefined,
      auditDays: 0,
      webhookNetworks: [],
      logLevel: 'info',
    })
  })

  it('keep the data beside an SQLite database, and in data with another', () => {
    const folderFor = (DATABASE_URL: string) => load({ DATABASE_URL }).dataFolder
    assert.equal(folderFor('sqlite:/var/lib/x.db'), '/var/lib')
    assert.equal(folderFor('sqlite:some/where/x.db'), join(folder.path, 'some/where'))
    assert.equal(folderFor('postgres://ann@one/x'), join(folder.path, 'data'))
    assert.equal(folderFor('sqlite::memory:'), join(folder.path, 'data'))
  })

  it('are exactly those that are specified', () => {
    assert.deepEqual(names, [
      ...['HOST', 'PORT', 'WORKERS', 'DATABASE_URL', 'DATABASE_REPLICA_URLS', 'DATA_FOLDER', 'PUBLIC_URL'],
      ...['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SECRET', 'SECRET_PREVIOUS', 'MAIL_URL', 'MAIL_FROM'],
      ...[
        'DEFAULT_LANGUAGE',
        'MAIL_TEMPLATES',
        'BRAND_NAME',
        'BRAND_LOGO',
        'BRAND_COLOR',
        'APP_URL',
        'SIGNUP',
        'APPROVAL',
        'REQUIRE_SECOND_FACTOR',
        'SIGNIN_CODE',
      ],
      ...['TOKEN_TTL_DAYS', 'SESSION_HOURS', 'SESSION_IDLE_MINUTES'],
      ...['SIGNIN_RATE_LIMIT', 'CLIENT_SIGNIN_RATE_LIMIT', 'TOKEN_RATE_LIMIT'],
      ...['BODY_LIMIT', 'TRUST_PROXY'],
      ...[
        'CORS_ORIGINS',
        'PERMISSIONS_FILE',
        'AUDIT_KEY_FILE',
        'AUDIT_CHECKPOINTS',
        'AUDIT_DAYS',
        'WEBHOOK_NETWORKS',
        'LOG_LEVEL',
      ],
    ])
  })

  const accepted: [string, keyof typeof settings, string, unknown][] = [
    ['HOST', 'host', '::1', '::1'],
    ['HOST', 'host', 'db-1.internal.example', 'db-1.internal.example'],
    ['PORT', 'port', '0', 0],
    ['PORT', 'port', ' 65535 ', 65_535],
    ['WORKERS', 'workers', '4', 4],
    ['DATABASE_URL', 'databaseUrl', 'sqlite:/var/lib/x.db', 'sqlite:/var/lib/x.db'],
    ['DATABASE_URL', 'databaseUrl', 'sqlite::memory:', 'sqlite::memory:'],
    ['DATA_FOLDER', 'dataFolder', '/var/lib/rolecall', '/var/lib/rolecall'],
    ['SECRET', 'secret', '0123456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
    [
      'SECRET_PREVIOUS',
      'secretPrevious',
      `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
      ['a'.repeat(32), 'b'.repeat(32)],
    ],
    ['MAIL_FROM', 'mailFrom', 'a@example.com', { name: '', address: 'a@example.com' }],
    [
      'MAIL_FROM',
      'mailFrom',
      'Élan et Cie <a@example.com>',
      { name: 'Élan et Cie', address: 'a@example.com' },
    ],
    ['DEFAULT_LANGUAGE', 'defaultLanguage', 'FR', 'fr'],
    ['BRAND_NAME', 'brandName', 'Élan et Cie', 'Élan et Cie'],
    ['BRAND_COLOR', 'brandColor', '#0b6e4f', [0x0b, 0x6e, 0x4f]],
    ['BRAND_COLOR', 'brandColor', '#A03', [0xaa, 0, 0x33]],
    ['APP_URL', 'appUrl', 'https://app.example.com/', 'https://app.example.com'],
    ['PUBLIC_URL', 'publicUrl', 'https://a.example/', 'https://a.example'],
    ['PUBLIC_URL', 'publicUrl', 'http://a.example:81/sub/', 'http://a.example:81/sub'],
    ['SIGNUP', 'signup', 'verify', 'verify'],
    ['SIGNUP', 'signup', 'Closed', 'closed'],
    ['APPROVAL', 'approval', 'Manual', 'manual'],
    ['REQUIRE_SECOND_FACTOR', 'requireSecondFactor', 'Everyone', 'everyone'],
    ['SIGNIN_CODE', 'signinCode', 'On', 'on'],
    ['TOKEN_TTL_DAYS', 'tokenTtlDays', '0', 0],
    ['SESSION_HOURS', 'sessionHours', '8', 8],
    ['SESSION_IDLE_MINUTES', 'sessionIdleMinutes', '15', 15],
    ['SIGNIN_RATE_LIMIT', 'signinRateLimit', '0', 0],
    ['CLIENT_SIGNIN_RATE_LIMIT', 'clientSigninRateLimit', '0', 0],
    ['WEBHOOK_NETWORKS', 'webhookNetworks', '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    [
      'AUDIT_CHECKPOINTS',
      'auditCheckpoints',
      'https://logs.example.com',
      { url: 'https://logs.example.com/' },
    ],
    ['BODY_LIMIT', 'bodyLimit', '2048', 2048],
    ['BODY_LIMIT', 'bodyLimit', '512kb', 524_288],
    ['BODY_LIMIT', 'bodyLimit', '2 MB', 2_097_152],
    ['TRUST_PROXY', 'trustProxy', 'true', true],
    ['TRUST_PROXY', 'trustProxy', 'FALSE', false],
    ['TRUST_PROXY', 'trustProxy', '10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']],
    ['CORS_ORIGINS', 'corsOrigins', '*', ['*']],
    [
      'CORS_ORIGINS',
      'corsOrigins',
      'https://a.example, http://localhost:5173',
      ['https://a.example', 'http://localhost:5173'],
    ],
    ['AUDIT_KEY_FILE', 'auditKeyFile', '/audit.key', '/audit.key'],
    ['AUDIT_CHECKPOINTS', 'auditCheckpoints', '/checkpoints', { file: '/checkpoints' }],
    ['AUDIT_CHECKPOINTS', 'auditCheckpoints', 'https://a.example/x', { url: 'https://a.example/x' }],
    ['AUDIT_DAYS', 'auditDays', '365', 365],
    ['LOG_LEVEL', 'logLevel', 'silent', 'silent'],
  ]
  for (const [name, key, text, value] of accepted) {
    it(`read ${name}=${text} as ${JSON.stringify(value)}`, () => {
      assert.deepEqual(load({ [name]: text })[key], value)
    })
  }

  const refused: [string, string, RegExp][] = [
    ['HOST', 'http://127.0.0.1', /an IP address or a host name/],
    ['HOST', '127.0.0.1:80', /without a port/],
    ['HOST', '300.1.1.1', /an IP address/],
    ['WORKERS', '0', /from 1 to 256/],
    ['PORT', '80x', /a whole number from 0 to 65535/],
    ['PORT', '65536', /from 0 to 65535/],
    ['PORT', '-1', /from 0 to 65535/],
    ['PORT', '1e3', /from 0 to 65535/],
    ['DATABASE_URL', 'data/rolecall.db', /sqlite: and the path of a file/],
    ['DATABASE_URL', 'sqlite:', /sqlite: and the path of a file/],
    ['DATABASE_URL', 'sqlite://data/x.db', /such as sqlite:data\/rolecall\.db/],
    ['DATABASE_URL', 'mysql://localhost/x', /sqlite: and the path of a file/],
    ['DATABASE_URL', 'postgres://', /postgres:\/\/user:password@host\/database/],
    ['DATABASE_URL', 'postgresql://localhost', /postgres:\/\/user:password@host\/database/],
    ['DATA_FOLDER', import.meta.filename, /the path of a folder/],
    ['PUBLIC_URL', 'accounts.example.com', /an http or https address/],
    ['PUBLIC_URL', 'ftp://a.example', /an http or https address/],
    ['PUBLIC_URL', 'https://a.example/?x=1', /without a query/],
    ['MAIL_FROM', 'nobody', /an email address, or a name/],
    ['MAIL_FROM', 'A <a@example.com>, B <b@example.com>', /an email address, or a name/],
    ['MAIL_FROM', 'A "B" <a@example.com>', /an email address, or a name/],
    ['DEFAULT_LANGUAGE', 'de', /one of en, fr/],
    ['MAIL_TEMPLATES', 'missing', /the path of a folder that exists/],
    ['BRAND_NAME', 'A <b>', /at most 50 characters, without < >/],
    ['BRAND_LOGO', 'missing.svg', /there is no file .*missing\.svg/],
    ['BRAND_COLOR', 'red', /a colour such as #3b5bdb/],
    ['BRAND_COLOR', '#ffcc00', /#f7f8fa, is 1\.42:1, and text needs 4\.5:1; #\w{6} would do/],
    ['APP_URL', 'app.example.com', /an http or https address/],
    ['SIGNUP', 'opn', /one of open, verify, closed/],
    ['APPROVAL', 'auto', /one of none, manual/],
    ['REQUIRE_SECOND_FACTOR', 'admins', /one of roles, administrators, everyone/],
    ['SIGNIN_CODE', 'yes', /one of off, on/],
    ['TOKEN_TTL_DAYS', '1.5', /a whole number from 0 to 36500/],
    ['TOKEN_TTL_DAYS', '36501', /a whole number from 0 to 36500/],
    ['SESSION_HOURS', '0', /a whole number from 1 to 8760/],
    ['SESSION_IDLE_MINUTES', '0', /a whole number from 1 to 525600/],
    ['TOKEN_RATE_LIMIT', '1000001', /a whole number from 0 to 1000000/],
    ['SIGNIN_RATE_LIMIT', 'off', /a whole number from 0/],
    ['CLIENT_SIGNIN_RATE_LIMIT', 'off', /a whole number from 0/],
    ['BODY_LIMIT', '1tb', /such as 512kb, 1mb or a number of bytes/],
    ['BODY_LIMIT', '0', /from 1kb to 1024mb/],
    ['BODY_LIMIT', '1025mb', /from 1kb to 1024mb/],
    ['TRUST_PROXY', '1', /true, false, or a list/],
    ['TRUST_PROXY', '10.0.0.0/33', /true, false, or a list/],
    ['TRUST_PROXY', '10.0.0.1,', /true, false, or a list/],
    ['CORS_ORIGINS', 'https://a.example/', /origins without a path/],
    ['CORS_ORIGINS', 'a.example', /origins without a path/],
    ['PERMISSIONS_FILE', 'missing.json', /the path of a file that exists/],
    ['PERMISSIONS_FILE', '.', /the path of a file that exists/],
    ['WEBHOOK_NETWORKS', '10.0.0.0/33', /a list of addresses and networks/],
    ['WEBHOOK_NETWORKS', 'loopback', /a list of addresses and networks/],
    ['WEBHOOK_NETWORKS', 'internal.example.com', /a list of addresses and networks/],
    ['AUDIT_KEY_FILE', 'missing/key.pem', /the path of a file in a folder that exists/],
    ['AUDIT_CHECKPOINTS', 'http://logs.example.com', /an https address, or the path of a file/],
    ['AUDIT_CHECKPOINTS', 'missing/checkpoints.txt', /an https address, or the path of a file/],
    ['AUDIT_DAYS', '-1', /a whole number from 0 to 36500/],
    ['LOG_LEVEL', 'verbose', /one of trace, debug, info, warn, error, fatal, silent/],
  ]
  for (const [name, text, expected] of refused) {
    it(`refuse ${name}=${text} and say what is expected`, () => {
      const [fault = '', ...others] = faultsOf({ [name]: text })
      assert.deepEqual(others, [])
      assert.ok(fault.startsWith(`${name} is ${JSON.stringify(text)}; `), fault)
      assert.match(fault, expected)
      assert.doesNotMatch(fault, /\n/)
    })
  }

  it('read the mail server from MAIL_URL', () => {
    const server = (MAIL_URL: string) => load({ MAIL_URL, MAIL_FROM: 'a@example.com' }).mailUrl
    const plain = {
      host: 'mail.example.com',
      port: 587,
      isTls: false,
      isTlsOptional: false,
      user: undefined,
      password: undefined,
    }
    assert.deepEqual(server('smtp://mail.example.com'), plain)
    assert.deepEqual(server('smtp://mail.example.com:25/?tls=optional'), {
      ...plain,
      port: 25,
      isTlsOptional: true,
    })
    assert.deepEqual(server('smtps://ann%40example.com:p%3A%2Fw@mail.example.com'), {
      ...plain,
      port: 465,
      isTls: true,
      user: 'ann@example.com',
      password: 'p:/w',
    })
    for (const [host, text] of [
      ['localhost', 'localhost'],
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '[::1]'],
    ])
      assert.deepEqual(server(`smtp://${text}:2525`), { ...plain, host, port: 2525, isTlsOptional: true })
    assert.equal(server('smtp://localhost.example.com')?.isTlsOptional, false)
  })

  it('refuse an invalid MAIL_URL without showing it, and one without a sender', () => {
    for (const text of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://ann@mail.example.com',
      'smtp://ann:secret@mail.example.com/path',
      'smtp://ann:secret@mail.example.com?tls=none',
      'smtp://ann:%zz@mail.example.com',
    ]) {
      const [fault = '', ...others] = faultsOf({ MAIL_URL: text, MAIL_FROM: 'a@example.com' })
      assert.deepEqual(others, [])
      assert.match(fault, /^MAIL_URL must be smtp:/)
      assert.doesNotMatch(fault, /ann|secret/)
    }
    assert.deepEqual(faultsOf({ MAIL_URL: 'smtp://mail.example.com' }), [
      'MAIL_URL is set, but MAIL_FROM is not; set both, or neither.',
    ])
  })

  it('report every fault at once', () => {
    const wrong = Object.fromEntries(refused.map(([name, text]) => [name, text]))
    const faults = faultsOf({
      ...wrong,
      DATABASE_REPLICA_URLS: 'x',
      ADMIN_EMAIL: 'nobody',
      ADMIN_PASSWORD: 'short',
      SECRET: 'short',
      SECRET_PREVIOUS: 'short',
      MAIL_URL: 'short',
    })
    assert.deepEqual(
      faults.map((fault) => fault.split(' ', 1)[0]),
      names,
    )
  })

  it('never show a secret in a fault', () => {
    assert.deepEqual(faultsOf({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }), [
      'ADMIN_PASSWORD must be 8 to 128 characters, not among common passwords.',
    ])
    assert.deepEqual(faultsOf({ SECRET: 's3cr3t', SECRET_PREVIOUS: `${'a'.repeat(32)},s3cr3t` }), [
      'SECRET must be 32 to 1000 characters without spaces and commas.',
      'SECRET_PREVIOUS must be a list of texts of 32 to 1000 characters without spaces and commas each.',
    ])
    for (const url of ['postgres://ann:s3cr3t@db', 'postgres://ann:s3/cr3t@db', 'x://s3cr3t@db']) {
      const [fault = ''] = faultsOf({ DATABASE_URL: url })
      assert.doesNotMatch(fault, /s3|cr3t/)
      assert.match(fault, /@db/)
    }
  })

  it('accept replicas of a PostgreSQL database, and never show their URLs', () => {
    const DATABASE_URL = 'postgres://ann@zero/x'
    const urls = ['postgres://ann:s3cr3t@one/x', 'postgresql://ann@two:5433/x']
    assert.deepEqual(load({ DATABASE_URL, DATABASE_REPLICA_URLS: urls.join(' , ') }).replicaUrls, urls)
    for (const wrong of ['postgres://ann:s3cr3t@one', 'postgres://ann@one/x,', 'sqlite:x.db', 'one']) {
      assert.deepEqual(faultsOf({ DATABASE_URL, DATABASE_REPLICA_URLS: wrong }), [
        'DATABASE_REPLICA_URLS must be a list of addresses such as postgres://user:password@host/database, one for each server.',
      ])
    }
    assert.deepEqual(faultsOf({ DATABASE_REPLICA_URLS: urls.join() }), [
      'DATABASE_REPLICA_URLS is set, but DATABASE_URL is a file; only a PostgreSQL database has replicas.',
    ])
  })

  it('accept an administrator whose password has 8 to 128 characters and is not common, spaces included', () => {
    const pair = { ADMIN_EMAIL: ' ann@example.com ', ADMIN_PASSWORD: ' seven c' }
    const config = load(pair)
    assert.equal(config.adminEmail, 'ann@example.com')
    assert.equal(config.adminPassword, ' seven c')
    assert.equal(load({ ...pair, ADMIN_PASSWORD: 'é'.repeat(128) }).adminPassword, 'é'.repeat(128))
    for (const password of ['seven c', 'x'.repeat(129), 'password1', 'PASSWORD1']) {
      assert.equal(faultsOf({ ...pair, ADMIN_PASSWORD: password }).length, 1, password)
    }
    assert.match(
      faultsOf({ ...pair, ADMIN_EMAIL: 'ann@' })[0] ?? '',
      /^ADMIN_EMAIL is "ann@"; it must be an email/,
    )
  })

  it('require email and password of the administrator together', () => {
    assert.deepEqual(faultsOf({ ADMIN_EMAIL: 'ann@example.com' }), [
      'ADMIN_EMAIL is set, but ADMIN_PASSWORD is not; set both, or neither.',
    ])
    assert.deepEqual(faultsOf({ ADMIN_PASSWORD: 'a quite unusual phrase', ADMIN_EMAIL: '' }), [
      'ADMIN_PASSWORD is set, but ADMIN_EMAIL is not; set both, or neither.',
    ])
  })

  it("refuse the administrator's email or its local part as the password", () => {
    for (const ADMIN_PASSWORD of ['Ann.Smith@example.com', 'ann.smith'])
      assert.deepEqual(faultsOf({ ADMIN_EMAIL: 'ann.smith@example.com', ADMIN_PASSWORD }), [
        'ADMIN_PASSWORD must not be ADMIN_EMAIL, or what is before its @; choose another.',
      ])
  })

  it('come from .env if the environment does not have them', () => {
    put('.env', '# of this machine\nPORT=9000\nSIGNUP="closed"\nHOST=\nLOG_LEVEL=debug # for now\n')
    const { port, signup, host, logLevel } = load({ SIGNUP: 'verify', LOG_LEVEL: '' })
    assert.deepEqual(
      { port, signup, host, logLevel },
      { port: 9000, signup: 'verify', host: '127.0.0.1', logLevel: 'debug' },
    )
  })

  it('are validated in .env too', () => {
    put('.env', 'PORT=many\n')
    assert.deepEqual(faultsOf({}), ['PORT is "many"; it must be a whole number from 0 to 65535.'])
  })

  it('are the only names allowed in .env: another is refused, with the closest setting as a hint', () => {
    put('.env', 'WORKRES=4\nworkers=4\nPORT_FIEL=x\nPOSTGRES_PASSWORD=s3cr3t\nSIGNUP_FILE=\n')
    const where = `in ${join(folder.path, '.env')} is no setting of Rolecall`
    assert.deepEqual(faultsOf({ ANOTHERS: 'x', WORKRES: '4' }), [
      `PORT_FIEL ${where}; did you mean PORT_FILE?`,
      `POSTGRES_PASSWORD ${where}; take it out.`,
      `WORKRES ${where}; did you mean WORKERS?`,
      `workers ${where}; did you mean WORKERS?`,
    ])
  })

  it('report an unreadable .env', () => {
    mkdirSync(join(folder.path, '.env'))
    assert.match(faultsOf({})[0] ?? '', /\.env cannot be read: EISDIR/)
  })

  it('use permissions.json if it exists, or the manifest that is named', () => {
    put('permissions.json', '[]')
    put('other.json', '[]')
    assert.equal(load({}).permissionsFile, join(folder.path, 'permissions.json'))
    const other = load({ PERMISSIONS_FILE: 'other.json' })
    assert.equal(other.permissionsFile, join(folder.path, 'other.json'))
  })

  it("are all in the help and in the README's table, with default and meaning", () => {
    for (const { name, description, expected, default: standard = '' } of Object.values(settings)) {
      const row = settingsAsMarkdown()
        .split('\n')
        .find((line) => line.startsWith(`| \`${name}\` |`))
      for (const text of [row ?? '', settingsAsText()]) {
        for (const part of [name, standard, description, expected])
          assert.ok(text.includes(part), `${name}: ${part}`)
      }
    }
  })

  it('stop the start with a line for each fault, exit code 1, and no files', async () => {
    const wrong = { PORT: 'x', SIGNUP: 'maybe', ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 's3cr3t' }
    const { code, out, err } = await launch(['serve'], { cwd: folder.path, env: wrong }).ended
    assert.equal(code, 1)
    assert.equal(out, '')
    assert.deepEqual(err.trimEnd().split('\n'), [
      'error: PORT is "x"; it must be a whole number from 0 to 65535.',
      'error: ADMIN_PASSWORD must be 8 to 128 characters, not among common passwords.',
      'error: SIGNUP is "maybe"; it must be one of open, verify, closed.',
    ])
    assert.deepEqual(readdirSync(folder.path), [])
  })
})
