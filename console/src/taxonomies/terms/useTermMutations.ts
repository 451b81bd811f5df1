import { etagOf } from '@rolecall/client'
import type { QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../ui/useChange.ts'
import { type Moved, mergeTerm, placeTerms, previewMove, type Term, type TermNode } from '../api.ts'
import { useUndo } from '../undo.tsx'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'

/** The total effect of moving some terms. */
export type MovePreview = Omit<Moved, 'applied'>

export interface TermMutations {
  create: (parent: string, name: string) => Promise<string>
  rename: (id: string, name: string) => Promise<void>
  save: (term: Term, changes: Record<string, unknown>) => Promise<Term>
  setActive: (ids: string[], isActive: boolean) => Promise<void>
  previewMove: (ids: string[], parent: number | null) => Promise<MovePreview>
  /** @param parent of any type; null for the top level */
  move: (ids: string[], parent: TermNode | null, preview: MovePreview) => Promise<void>
  merge: (id: string, into: { id: number; name: string; level: string }) => Promise<void>
  remove: (ids: string[]) => Promise<void>
}

const idOf = (key: string): number | null => (key === ROOT ? null : Number(key))

/** Mutations of terms. Each refreshes the affected levels, notifies what it did, and offers undo if possible. */
export function useTermMutations(forest: Forest, type: { slug: string }): TermMutations {
  const translate = useTranslate()
  const may = useMay()
  const { notify } = useUndo()
  const run = useChange()
  const mayRestore = may('taxonomies', 'restore')
  return useMemo(() => {
    /**
     * Changes terms and reloads the levels; the page waits for both.
     * @param left terms whose details may be refetched, if others are deleted
     */
    const write = <T>(levels: string[], act: () => Promise<T>, left?: number[]): Promise<T> => {
      const isGone = ([, kind, id]: QueryKey) =>
        left !== undefined && (kind === 'term' || kind === 'users') && !left.includes(Number(id))
      const changed = async () => {
        const result = await act()
        await forest.refresh(levels)
        return result
      }
      return run(changed, { waits: true, isGone })
    }
    const named = (ids: string[]) =>
      translate('taxonomies.named', { smart_count: ids.length, name: forest.node(ids[0] ?? '')?.name ?? '' })
    const levelsOf = (ids: string[]) => ids.map((id) => forest.parentOf(id))

    const place = async (places: { id: number; parent: number | null }[], levels: string[]) => {
      await write(levels, () => placeTerms(places))
    }
    const rename = async (id: string, name: string, isUndo = false): Promise<void> => {
      const before = forest.node(id)?.name ?? ''
      await write(levelsOf([id]), () => client.taxonomies.update(Number(id), { name }))
      notify({
        text: translate('taxonomies.done.renamed', { before, name }),
        undo: isUndo ? undefined : () => rename(id, before, true),
      })
    }
    const setActive = async (ids: string[], isActive: boolean, isUndo = false): Promise<void> => {
      const changed = ids.filter((id) => forest.node(id)?.is_active !== isActive)
      await write(levelsOf(ids), async () => {
        if (changed.length > 0)
          await client.taxonomies.updateMany(changed.map((id) => ({ id: Number(id), is_active: isActive })))
      })
      notify({
        text: translate(`taxonomies.done.${isActive ? 'activated' : 'deactivated'}`, { what: named(ids) }),
        undo: isUndo ? undefined : () => setActive(changed, !isActive, true),
      })
    }

    return {
      rename: (id, name) => rename(id, name),
      setActive: (ids, isActive) => setActive(ids, isActive),
      save: async (term, changes) => {
        const saved = await write(levelsOf([String(term.id)]), async () => {
          await client.taxonomies.update(term.id, changes, { ifMatch: etagOf(term) })
          // With the ETag of a `get`, for the next save.
          return client.taxonomies.get(term.id)
        })
        notify({ text: translate('taxonomies.done.saved', { name: saved.name }) })
        return saved
      },
      create: async (parent, name) => {
        const { id } = await write([parent], () =>
          client.taxonomies.create({ name, type: type.slug, parent: idOf(parent) }),
        )
        notify({ text: translate('taxonomies.done.created', { name }) })
        return String(id)
      },
      previewMove: async (ids, parent) => {
        const all = await Promise.all(ids.map((id) => previewMove(Number(id), parent)))
        const sum = (key: 'terms' | 'users') => all.reduce((total, each) => total + each[key], 0)
        return {
          terms: sum('terms'),
          users: sum('users'),
          conflicts: all.flatMap(({ conflicts }) => conflicts),
        }
      },
      move: async (ids, parent, { terms, users }) => {
        const before = ids.map((id) => ({ id: Number(id), parent: forest.node(id)?.parent_id ?? null }))
        const level = parent && forest.node(String(parent.id)) ? String(parent.id) : ROOT
        const levels = [...levelsOf(ids), level]
        await place(
          before.map(({ id }) => ({ id, parent: parent?.id ?? null })),
          levels,
        )
        const to = parent?.name ?? translate('taxonomies.top')
        notify({
          text: `${translate('taxonomies.done.moved', { what: named(ids), to })} ${counted(translate, terms, users)}`,
          undo: async () => {
            await place(before, levels)
            notify({ text: translate('taxonomies.done.moved_back', { what: named(ids) }) })
          },
        })
      },
      merge: async (id, into) => {
        const name = forest.node(id)?.name ?? ''
        const level = forest.parentOf(id)
        const levels = [level, into.level, String(into.id)]
        await write(levels, () => mergeTerm(Number(id), into.id, false), [into.id])
        notify({ text: translate('taxonomies.done.merged', { name, into: into.name }) })
      },
      remove: async (ids) => {
        const levels = levelsOf(ids)
        const what = named(ids)
        const remove = async () => {
          for (const id of ids) await client.taxonomies.delete(Number(id), { cascade: true })
        }
        await write(levels, remove, [])
        notify({
          text: translate('taxonomies.done.removed', { what }),
          undo: mayRestore
            ? async () => {
                await write(levels, async () => {
                  for (const id of ids) await client.taxonomies.restore(Number(id), { cascade: true })
                })
                notify({ text: translate('taxonomies.done.restored', { what }) })
              }
            : undefined,
        })
      },
    }
  }, [forest, type.slug, translate, notify, run, mayRestore])
}

/** "13 terms, classifying 34 users." */
export const counted = (translate: ReturnType<typeof useTranslate>, terms: number, users: number): string =>
  translate('taxonomies.counted', {
    terms: translate('taxonomies.terms', { smart_count: terms }),
    users: translate('taxonomies.users', { smart_count: users }),
  })
