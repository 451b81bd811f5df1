import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../../server/access/context.ts'
import { inTransaction } from '../../server/access/transaction.ts'
import { InstallationSecret } from '../../server/crypto/installation-secret.ts'
import type { MailValues } from '../../server/mail/kinds.ts'
import { enqueueMail, type Mail } from '../../server/mail/outbox.ts'
import { systemContext } from '../../server/prepare.ts'
import { TEST_SECRET } from './databases.ts'
import type { Service } from './service.ts'

const HOUR_MS = 3_600_000

/** The context of the service's own work, with its secret and its clock. */
export function mailContext({ connection, clock }: Pick<Service, 'connection' | 'clock'>): Ctx {
  const secret = new InstallationSecret()
  secret.unlock([TEST_SECRET])
  return { ...systemContext(connection), secret, now: clock.now }
}

export const inHours = ({ clock }: Pick<Service, 'clock'>, hours: number): string =>
  new Date(Date.parse(clock.now()) + hours * HOUR_MS).toISOString()

let count = 0

/** A mail that resets a password, to a new address. */
export function resetMail(service: Service, values: Partial<MailValues['reset']> = {}): Mail<'reset'> {
  count += 1
  return {
    kind: 'reset',
    to: { address: `reader${count}@example.com` },
    values: { name: 'Ada', code: `code-${count}`, expires_at: inHours(service, 24), ...values },
  }
}

/** Enqueues mails, one transaction each. @returns whether each was enqueued */
export async function enqueue<Kind extends MailKind>(
  service: Service,
  ...mails: Mail<Kind>[]
): Promise<boolean[]> {
  const done: boolean[] = []
  for (const mail of mails)
    done.push(await inTransaction(mailContext(service), (ctx) => enqueueMail(ctx, mail)))
  return done
}

/** A stored mail. */
export const storedMail = ({ connection }: Service, address: string) =>
  connection.db
    .selectFrom('mails')
    .where('address', '=', address)
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** What the waiting mails of a kind to an address say, oldest first. */
export async function waitingMails(
  service: Service,
  address: string,
  kind: MailKind,
  // biome-ignore lint/suspicious/noExplicitAny: tests read the values of each kind.
): Promise<any[]> {
  const { secret } = mailContext(service)
  const rows = await service.connection.db
    .selectFrom('mails')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .select(['uuid', 'sealed', 'language'])
    .orderBy('id')
    .execute()
  return rows.map(({ uuid, sealed, language }) => ({
    ...JSON.parse(secret?.open('mail', sealed as string, uuid) as string),
    language,
  }))
}

const folderOf = ({ config }: Service) => join(config.dataFolder, 'mail')

/** The names of the files of mails, in order. */
export function mailFiles(service: Service): string[] {
  try {
    return readdirSync(folderOf(service)).sort()
  } catch {
    return []
  }
}

/** The mails that were written as files to this address. */
export async function mailsTo(service: Service, address: string): Promise<Email[]> {
  const mails = await Promise.all(
    mailFiles(service).map((name) => PostalMime.parse(readFileSync(join(folderOf(service), name)))),
  )
  return mails.filter(({ to }) => to?.some((each) => each.address === address))
}
