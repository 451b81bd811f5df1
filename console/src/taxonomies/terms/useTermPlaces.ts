import { useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useChange } from '../../api/useChange.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { type Beside, moveTerm } from '../api.ts'
import type { Forest } from './forest.ts'
import type { TermTree } from './useTermTree.ts'

interface To {
  beside: Beside
  /** Of another level; the invisible root for the top level. */
  parent?: string
}

export interface TermPlaces {
  /** Gives a term another place in the manual order. */
  place: (id: string, to: To) => Promise<void>
  /** Moves a term up or down among its siblings: it is shown there at once. In the order by name it says what to do first. */
  nudge: (tree: TermTree, id: string, by: 1 | -1) => void
  /** For screen readers. */
  said: string | undefined
}

/**
 * Steps of one term in a row, for as long as one is being sent or the undo of the last one is offered. Of steps that wait only
 * the latest is sent; undo goes back to where the term was before the first.
 */
interface Steps {
  id: string
  from: ReturnType<Forest['placeOf']>
  count: number
  levels: Set<string>
  goOn: () => boolean
}

const isSending = () => true
const isOver = () => false

/** Places terms in the manual order. Requests run one after the other, since each names a neighbour. */
export function useTermPlaces(forest: Forest): TermPlaces {
  const translate = useTranslate()
  const run = useChange()
  const { done, refused } = useNotifier()
  const [said, setSaid] = useState<string>()
  const acts = useMemo(() => {
    let steps: Steps | undefined
    const inTurn = { scope: 'terms', waits: true }
    const nameOf = (id: string) => forest.node(id)?.name ?? ''
    const place: TermPlaces['place'] = async (id, { beside, parent }) => {
      if (steps?.id !== id || !steps.goOn())
        steps = { id, from: forest.placeOf(id), count: 0, levels: new Set(), goOn: isOver }
      const own = steps
      const step = ++own.count
      own.goOn = isSending
      const levels = [forest.parentOf(id), ...(parent === undefined ? [] : [parent])]
      for (const level of levels) own.levels.add(level)
      const send = async () => {
        if (step < own.count) return
        await moveTerm(Number(id), { beside })
        if (step === own.count) await forest.refresh(levels)
      }
      await run(send, inTurn).catch((error: unknown) => {
        if (step === own.count) own.goOn = isOver
        throw error
      })
      if (step < own.count) return
      const [side, other] = 'before' in beside ? ['before', beside.before] : ['after', beside.after]
      own.goOn = done({
        message: translate(`taxonomies.done.placed_${side}`, { name: nameOf(id), other: nameOf(other) }),
        undone: translate('taxonomies.done.moved_back', {
          what: translate('taxonomies.named', { smart_count: 1, name: nameOf(id) }),
        }),
        undo: async () => {
          await moveTerm(Number(id), own.from)
          await forest.refresh([...own.levels])
        },
        inTurn,
      })
    }
    const nudge: TermPlaces['nudge'] = (tree, id, by) => {
      if (forest.order !== 'position') {
        done({ message: translate('taxonomies.order.needed') })
        return
      }
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
