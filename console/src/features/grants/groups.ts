import { containsWords } from '../../ui/words.ts'
import type { PermissionBrief } from './grants.ts'

interface PermissionSection {
  /** Null for permissions without one. */
  section: string | null
  permissions: PermissionBrief[]
}

interface PermissionModule {
  module: string
  permissions: PermissionBrief[]
  sections: PermissionSection[]
}

/** Groups by module and section, in order of first appearance. */
export const groupsOf = (permissions: readonly PermissionBrief[]): PermissionModule[] =>
  [...Map.groupBy(permissions, ({ module }) => module)].map(([module, own]) => ({
    module,
    permissions: own,
    sections: [...Map.groupBy(own, ({ section }) => section)].map(([section, permissions]) => ({
      section,
      permissions,
    })),
  }))

/** Permissions whose name, slug, module or section contains each word of the text. */
export function matching(permissions: readonly PermissionBrief[], text: string): PermissionBrief[] {
  return permissions.filter(({ name, slug, module, section }) =>
    containsWords(`${name} ${slug} ${module} ${section ?? ''}`, text),
  )
}
