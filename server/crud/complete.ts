import type { Ctx } from '../access/context.ts'
import type { Fields } from '../http/parameters.ts'
import type { IncludeTree } from './grammar.ts'
import { include } from './include.ts'
import { embedReferences, hideContacts } from './present.ts'
import type { Resource } from './resource.ts'

/** What every answered record gets: references in short, relations asked for, hidden what must be. */
export async function complete(
  ctx: Ctx,
  resource: Resource,
  records: Fields[],
  tree?: IncludeTree,
): Promise<void> {
  await embedReferences(ctx, resource, records)
  if (tree) await include(ctx, resource, records, tree)
  hideContacts(ctx, resource, records)
}
