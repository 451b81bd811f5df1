import { dataOf } from '../../test/support/actors.ts'
import type { Service } from '../../test/support/service.ts'

const DAY_MS = 86_400_000

/** People who have not accepted their invitation yet. */
export async function fillInvitations({ call, clock }: Service): Promise<void> {
  const inDays = (days: number) => new Date(Date.parse(clock.now()) + days * DAY_MS).toISOString()
  const json = [
    {
      email: 'lena.hoffmann@example.org',
      first_name: 'Lena',
      roles: [{ id: 'editor', expires_at: inDays(180) }],
    },
    { email: 'tariq.aziz@example.org', roles: ['support-agent'], expires_at: inDays(30) },
    { email: 'sofia.moreau@example.org', roles: ['editor', 'support-agent'] },
  ]
  dataOf(await call('POST', '/api/invitations/create', { json }))
}
