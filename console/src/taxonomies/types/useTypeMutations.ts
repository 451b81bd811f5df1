import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { isPreview } from '../../api/changes.ts'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { etagIf } from '../../api/versions.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { isStale } from '../../ui/refusal.ts'
import type { TermType } from '../api.ts'

export interface TypeMutations {
  create: (parent: number | null, name: string) => Promise<TermType>
  /** @param before the name that the row shows: if somebody else has changed it, the latest one is shown instead */
  rename: (type: TermType, name: string, before: string) => Promise<void>
  setActive: (type: TermType, isActive: boolean) => Promise<void>
  move: (type: TermType, parent: TermType | null) => Promise<void>
  remove: (type: TermType) => Promise<void>
}

/** Mutations of types; each notifies what it did and offers undo if possible. */
export function useTypeMutations(): TypeMutations {
  const translate = useTranslate()
  const may = useMay()
  const { done, refused } = useNotifier()
  const run = useChange()
  const mayRestore = may('taxonomy-types', 'restore')
  return useMemo(() => {
    const { taxonomyTypes } = client
    /** The page waits for the types as they are now: a row keeps its name and place until then. */
    const write = <T>(act: () => Promise<T>) => run(act, { waits: true })
    const change = async (type: TermType, changes: object, before: object, message: string) => {
      await write(() => taxonomyTypes.update(type.id, changes))
      done({ message, undo: () => taxonomyTypes.update(type.id, before) })
    }
    return {
      create: async (parent, name) => {
        const type = await write(() => taxonomyTypes.create({ name, parent }))
        done({ message: translate('taxonomies.done.created', { name }) })
        return type
      },
      rename: async ({ id }, name, before) => {
        const rename = async (before: string, name: string) => {
          const type = await taxonomyTypes.get(id)
          return taxonomyTypes.update(id, { name }, { ifMatch: etagIf(type.name === before, type) })
        }
        try {
          await write(() => rename(before, name))
        } catch (error) {
          if (!isStale(error)) throw error
          // Shows the latest version.
          await write(async () => refused(error))
          return
        }
        done({
          message: translate('taxonomies.done.renamed', { before, name }),
          undo: () => rename(name, before),
        })
      },
      setActive: (type, is_active) =>
        change(
          type,
          { is_active },
          { is_active: type.is_active },
          translate(`taxonomies.done.${is_active ? 'activated' : 'deactivated'}`, { what: type.name }),
        ),
      move: (type, parent) =>
        change(
          type,
          { parent: parent?.id ?? null },
          { parent: type.parent_id },
          translate('taxonomies.done.moved', {
            what: type.name,
            to: parent?.name ?? translate('taxonomies.top'),
          }),
        ),
      remove: async (type) => {
        await run(() => taxonomyTypes.delete(type.id, { cascade: true }), { waits: true, isGone: isPreview })
        done({
          message: translate('taxonomies.done.removed', { what: type.name }),
          undone: translate('taxonomies.done.restored', { what: type.name }),
          undo: mayRestore ? () => taxonomyTypes.restore(type.id, { cascade: true }) : undefined,
        })
      },
    }
  }, [translate, done, refused, run, mayRestore])
}
