import { recordEntry } from '../audit/entries.ts'
import { secretSourceOf } from '../config/config.ts'
import { deleteSealedFactors } from '../credentials/factors.ts'
import { endAllCodes } from '../credentials/mailed-codes.ts'
import { replaceSecret } from '../credentials/unlock-secret.ts'
import { forgetWaitingMails } from '../mail/claims.ts'
import { systemContext } from '../prepare.ts'
import { switchOffSealed } from '../resources/webhooks/writes.ts'
import { configOf, type Shell, withCurrentDatabase } from './shell.ts'

/** Makes SECRET, or a new secret in the file, the one of the installation. */
export async function replace(shell: Shell): Promise<void> {
  const config = configOf(shell)
  const { codes, invitations, factors, mails, webhooks } = await withCurrentDatabase(config, (connection) =>
    replaceSecret(systemContext(connection), secretSourceOf(config), async (ctx) => {
      const counts = {
        ...(await endAllCodes(ctx)),
        factors: await deleteSealedFactors(ctx),
        mails: await forgetWaitingMails(ctx),
        webhooks: await switchOffSealed(ctx),
      }
      recordEntry(ctx, { action: 'secret.replace', subject: { type: 'installation', id: null }, counts })
      return counts
    }),
  )
  shell.print(
    `The secret is replaced; mailed codes that have ended: ${codes}; mails that are not sent: ${mails}; invitations to send again: ${invitations}; second factors that are removed: ${factors}; webhooks that are switched off: ${webhooks}. Restart all processes of the service.`,
  )
}
