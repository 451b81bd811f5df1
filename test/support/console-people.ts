import { giveRole, makeRole, makeUser, type Person } from './actors.ts'
import type { Service } from './service.ts'

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Alan Kay']

/** Users by their first names, and two roles; Ada holds one, with an end far in the future. */
export async function makePeople(service: Service): Promise<Record<string, Person>> {
  await makeRole(service, ['can-delete-users', 'can-read-users'], { name: 'Janitor', slug: 'janitor' })
  await makeRole(service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
  const people: Record<string, Person> = {}
  for (const name of NAMES) {
    const [first_name = '', last_name = ''] = name.split(' ')
    const username = first_name.toLowerCase()
    const email = `${username}@example.com`
    people[first_name] = await makeUser(service, { first_name, last_name, email, username })
  }
  await giveRole(service, people.Ada as Person, { id: 'janitor', expires_at: '2099-12-31T00:00:00.000Z' })
  return people
}
