import { useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useChange } from '../../api/useChange.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { type Beside, moveTerm } from '../api.ts'
import type { Forest } from './forest.ts'
import { ROOT } from './rows.ts'
import type { TermTree } from './useTermTree.ts'

interface To {
  beside: Beside
  /** Of another level; the invisible root for the top level. */
  parent?: string
}

export interface TermPlaces {
  /** Gives a term another place in the manual order. */
  place: (id: string, to: To) => Promise<void>
  /** Moves a term up or down among its siblings: it is shown there at once. */
  nudge: (tree: TermTree, id: string, by: 1 | -1) => void
  /** For screen readers. */
  said: string | undefined
}

/** Several steps of one term in a row: the latest place is sent, and undo goes back to the first. */
interface Burst {
  id: string
  from: ReturnType<Forest['placeOf']>
  steps: number
}

/** Places terms in the manual order. Requests run one after the other, since each names a neighbour. */
export function useTermPlaces(forest: Forest): TermPlaces {
  const translate = useTranslate()
  const run = useChange()
  const { done, refused } = useNotifier()
  const [said, setSaid] = useState<string>()
  const acts = useMemo(() => {
    let burst: Burst | undefined
    const inTurn = { scope: 'terms', waits: true }
    const nameOf = (id: string) => forest.node(id)?.name ?? ''
    const place: TermPlaces['place'] = async (id, { beside, parent }) => {
      if (burst?.id !== id) burst = { id, from: forest.placeOf(id), steps: 0 }
      const own = burst
      const step = ++own.steps
      const levels = [forest.parentOf(id), parent ?? ROOT]
      const send = async () => {
        if (step < own.steps) return
        await moveTerm(Number(id), { beside }).finally(() => {
          if (burst === own && step === own.steps) burst = undefined
        })
        if (step === own.steps) await forest.refresh(parent === undefined ? levels.slice(0, 1) : levels)
      }
      await run(send, inTurn)
      if (step < own.steps) return
      const [side, other] = 'before' in beside ? ['before', beside.before] : ['after', beside.after]
      done({
        message: translate(`taxonomies.done.placed_${side}`, { name: nameOf(id), other: nameOf(other) }),
        undone: translate('taxonomies.done.moved_back', {
          what: translate('taxonomies.named', { smart_count: 1, name: nameOf(id) }),
        }),
        undo: async () => {
          await moveTerm(Number(id), own.from)
          await forest.refresh(levels)
        },
        inTurn,
      })
    }
    const nudge: TermPlaces['nudge'] = (tree, id, by) => {
      const siblings = forest.siblingsOf(id)
      const to = siblings.indexOf(id) + by
      if (to < 0 || to >= siblings.length) {
        setSaid(translate(`taxonomies.order.${by < 0 ? 'is_first' : 'is_last'}`, { name: nameOf(id) }))
        return
      }
      const other = siblings[to] as string
      const placed = place(id, { beside: by < 0 ? { before: other } : { after: other } })
      forest.reorder(id, to)
      tree.updateDomFocus()
      setSaid(translate('taxonomies.order.at', { name: nameOf(id), at: to + 1, of: siblings.length }))
      placed.catch((error) => {
        refused(error)
        return forest.refresh([forest.parentOf(id)])
      })
    }
    return { place, nudge }
  }, [forest, translate, run, done, refused])
  return { ...acts, said }
}
