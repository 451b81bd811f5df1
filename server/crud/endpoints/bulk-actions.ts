import { accessToMore } from '../../access/matrix.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import type { Resource } from '../define/resource.ts'
import { operationsOf } from '../write/write.ts'
import { bulkActionEndpoint } from './bulk-report.ts'

/** Soft-deletes many records of a resource, with a report. */
export const bulkDelete = (resource: Resource): Endpoint =>
  bulkActionEndpoint(resource, {
    name: 'delete',
    summary: `Soft-delete many ${resource.name}, with a report`,
    description: `Soft-deletes the selected ${resource.name}; those in the trash count as unchanged.`,
    access: accessToMore(resource, 'bulk-delete'),
    actsOn: 'false',
    makesOther: true,
    endsAuthority: true,
    change: async (ctx, resource, row) => {
      await operationsOf(resource).remove(ctx, resource, row, { cascade: false })
      return true
    },
  })

/** Restores many soft-deleted records of a resource, with a report. */
export const bulkRestore = (resource: Resource): Endpoint =>
  bulkActionEndpoint(resource, {
    name: 'restore',
    summary: `Restore many soft-deleted ${resource.name}, with a report`,
    description: `Restores the selected ${resource.name}; live ones count as unchanged. With \`matching\`, \`trashed\` is \`only\` unless it is sent.`,
    access: accessToMore(resource, 'bulk-restore'),
    actsOn: 'only',
    makesOther: true,
    change: async (ctx, resource, row) => {
      await operationsOf(resource).restore(ctx, resource, row, { cascade: false })
      return true
    },
  })
