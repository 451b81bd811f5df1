import { etagOf } from '@rolecall/client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { isPreview } from '../../api/changes.ts'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { baseOf, etagIf } from '../../api/versions.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { isStale } from '../../ui/refusal.ts'
import {
  type Beside,
  type Moved,
  mergeTerm,
  moveTerm,
  placeTerms,
  previewMove,
  sendOutline,
  type Term,
  type TermNode,
  termQuery,
} from '../api.ts'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'

/** The total effect of moving some terms. */
export type MovePreview = Omit<Moved, 'applied'>

export interface TermMutations {
  create: (parent: string, name: string) => Promise<string>
  /** @param before the name that the row shows: if somebody else has changed it, the latest one is shown instead */
  rename: (id: string, name: string, before: string) => Promise<void>
  save: (term: Term, changes: Record<string, unknown>) => Promise<void>
  setActive: (ids: string[], isActive: boolean) => Promise<void>
  /** Creates a tree of terms from a text. */
  addOutline: (parent: string, outline: string) => Promise<void>
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
  const queries = useQueryClient()
  const { done, refused } = useNotifier()
  const run = useChange()
  const mayRestore = may('taxonomies', 'restore')
  return useMemo(() => {
    /**
     * Changes terms and reloads the levels; the page waits for both.
     * @param left terms whose details may be refetched, if others are deleted
     */
    const write = <T>(
      levels: string[],
      act: () => Promise<T>,
      { left, scope }: { left?: number[]; scope?: string } = {},
    ): Promise<T> => {
      const isDeleted = ([, kind, id]: QueryKey) =>
        (kind === 'term' || kind === 'users') && !left?.includes(Number(id))
      const isGone = (key: QueryKey) => left !== undefined && (isPreview(key) || isDeleted(key))
      const changed = async () => {
        const result = await act()
        await forest.refresh(levels)
        return result
      }
      return run(changed, { waits: true, isGone, ...(scope && { scope }) })
    }
    const named = (ids: string[]) =>
      translate('taxonomies.named', { smart_count: ids.length, name: forest.node(ids[0] ?? '')?.name ?? '' })
    const levelsOf = (ids: string[]) => ids.map((id) => forest.parentOf(id))

    /** Undoes a change of terms in these levels. */
    const undoing = (levels: string[], act: () => Promise<unknown>) => async () => {
      await act()
      await forest.refresh(levels)
    }
    /** A save of the details waits for a change in the tree, which it would take for somebody else's. */
    const inTurn = { scope: 'terms' }
    const written = (ids: string[], changes: Partial<TermNode>) => {
      for (const id of ids) forest.written.set(id, { ...forest.written.get(id), ...changes })
    }
    const update = async (ids: string[], changes: { is_active: boolean }) => {
      await client.taxonomies.updateMany(ids.map((id) => ({ id: Number(id), ...changes })))
      written(ids, changes)
    }
    const rename = async (id: string, before: string, name: string) => {
      const term = await client.taxonomies.get(Number(id))
      await client.taxonomies.update(term.id, { name }, { ifMatch: etagIf(term.name === before, term) })
      written([id], { name })
    }
    const stateOf = (isActive: boolean, ids: string[]) =>
      translate(`taxonomies.done.${isActive ? 'activated' : 'deactivated'}`, { what: named(ids) })

    return {
      rename: async (id, name, before) => {
        const levels = levelsOf([id])
        try {
          await write(levels, () => rename(id, before, name), inTurn)
        } catch (error) {
          if (!isStale(error)) throw error
          // Shows the latest version.
          await write(levels, async () => refused(error))
          return
        }
        done({
          message: translate('taxonomies.done.renamed', { before, name }),
          undone: translate('taxonomies.done.renamed', { before: name, name: before }),
          undo: undoing(levels, () => rename(id, name, before)),
          inTurn: { ...inTurn, waits: true },
        })
      },
      setActive: async (ids, isActive) => {
        const changed = ids.filter((id) => forest.node(id)?.is_active !== isActive)
        const levels = levelsOf(ids)
        if (changed.length > 0) await write(levels, () => update(changed, { is_active: isActive }), inTurn)
        done({
          message: stateOf(isActive, ids),
          undone: stateOf(!isActive, changed),
          undo:
            changed.length > 0 ? undoing(levels, () => update(changed, { is_active: !isActive })) : undefined,
          inTurn: { ...inTurn, waits: true },
        })
      },
      save: async (term, changes) => {
        const id = String(term.id)
        const save = async () => {
          const latest = queries.getQueryData(termQuery(id).queryKey)
          const base = baseOf(term, latest, changes, forest.written.get(id))
          const saved = await client.taxonomies.update(term.id, changes, { ifMatch: etagOf(base) })
          forest.written.delete(id)
          return saved
        }
        const { name } = await write(levelsOf([id]), save, inTurn)
        done({ message: translate('taxonomies.done.saved', { name }) })
      },
      create: async (parent, name) => {
        const { id } = await write([parent], () =>
          client.taxonomies.create({ name, type: type.slug, parent: idOf(parent) }),
        )
        done({ message: translate('taxonomies.done.created', { name }) })
        return String(id)
      },
      addOutline: async (parent, outline) => {
        const add = async () => {
          const added = await sendOutline({ type: type.slug, parent: idOf(parent), outline }, false)
          const there = added.terms.flatMap(({ exists, id }) => (exists && id !== null ? String(id) : []))
          await forest.refresh([parent, ...there.filter((id) => forest.isLoaded(id))])
          return added
        }
        const { created, existing } = await run(add, { waits: true })
        const counts = ['creates', 'exist'].map((key, index) =>
          translate(`taxonomies.outline.done_${key}`, { smart_count: [created, existing][index] }),
        )
        done({ message: counts.slice(0, existing > 0 ? 2 : 1).join(' ') })
      },
      previewMove: async (ids, parent) => {
        return total(await Promise.all(ids.map((id) => previewMove(Number(id), parent))))
      },
      move: async (ids, parent, { terms, users }) => {
        const before = ids.map((id) => ({ id: Number(id), parent: forest.node(id)?.parent_id ?? null }))
        const places = inRestoringOrder(ids.map((id) => ({ id: Number(id), ...forest.placeOf(id, ids) })))
        const level = parent && forest.node(String(parent.id)) ? String(parent.id) : ROOT
        const levels = [...levelsOf(ids), level]
        const after = before.map(({ id }) => ({ id, parent: parent?.id ?? null }))
        await write(levels, () => placeTerms(after))
        const to = parent?.name ?? translate('taxonomies.top')
        done({
          message: `${translate('taxonomies.done.moved', { what: named(ids), to })} ${counted(translate, terms, users)}`,
          undone: translate('taxonomies.done.moved_back', { what: named(ids) }),
          undo: undoing(levels, async () => {
            if (forest.order === 'name') await placeTerms(before)
            else for (const { id, ...place } of places) await moveTerm(id, place)
          }),
        })
      },
      merge: async (id, into) => {
        const name = forest.node(id)?.name ?? ''
        const level = forest.parentOf(id)
        const levels = [level, into.level, String(into.id)]
        await write(levels, () => mergeTerm(Number(id), into.id, false), { left: [into.id] })
        done({ message: translate('taxonomies.done.merged', { name, into: into.name }) })
      },
      remove: async (ids) => {
        const levels = levelsOf(ids)
        const what = named(ids)
        const remove = async () => {
          for (const id of ids) await client.taxonomies.delete(Number(id), { cascade: true })
        }
        await write(levels, remove, { left: [] })
        const restore = async () => {
          for (const id of ids) await client.taxonomies.restore(Number(id), { cascade: true })
        }
        done({
          message: translate('taxonomies.done.removed', { what }),
          undone: translate('taxonomies.done.restored', { what }),
          undo: mayRestore ? undoing(levels, restore) : undefined,
        })
      },
    }
  }, [forest, type.slug, queries, translate, done, refused, run, mayRestore])
}

/** Several terms may return beside one neighbour: those after it in reverse, so that each comes before the last one. */
const inRestoringOrder = <T extends { beside: Beside | undefined }>(places: T[]): T[] => {
  const isAfter = ({ beside }: T) => beside !== undefined && 'after' in beside
  return [...places.filter((place) => !isAfter(place)), ...places.filter(isAfter).reverse()]
}

/** The effect of moving all of these. */
export const total = (all: readonly MovePreview[]): MovePreview => {
  const sum = (key: 'terms' | 'users') => all.reduce((total, each) => total + each[key], 0)
  return {
    terms: sum('terms'),
    users: sum('users'),
    conflicts: all.flatMap(({ conflicts }) => conflicts),
    some: {
      terms: first(all.flatMap(({ some }) => some?.terms ?? [])),
      users: first(all.flatMap(({ some }) => some?.users ?? [])),
    },
  }
}

const MOST_NAMED = 5

/** The first of them, each once. */
const first = <T extends { id: number }>(records: T[]): T[] =>
  [...new Map(records.map((record) => [record.id, record])).values()].slice(0, MOST_NAMED)

/** "13 terms, classifying 34 users." */
export const counted = (translate: ReturnType<typeof useTranslate>, terms: number, users: number): string =>
  translate('taxonomies.counted', {
    terms: translate('taxonomies.terms', { smart_count: terms }),
    users: translate('taxonomies.users', { smart_count: users }),
  })
