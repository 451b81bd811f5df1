import { MenuItem, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { PREVIEW } from '../../api/changes.ts'
import { useMay } from '../../api/me.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { countTerms, type TermType } from '../api.ts'
import { IN_DIALOG } from '../dialogs/dialogProps.ts'
import { Preview } from '../dialogs/Preview.tsx'
import { isNameTaken } from '../tree/taken.ts'
import { ROOT, type TypeForest } from './forest.ts'
import type { TypeMutations } from './useTypeMutations.ts'

export type TypeQuestion =
  | { kind: 'create'; parent: string }
  | { kind: 'rename' | 'move' | 'delete'; type: TermType }

interface Props {
  question: TypeQuestion | undefined
  forest: TypeForest
  types: TermType[]
  mutations: TypeMutations
  create: (parent: string, name: string) => Promise<unknown>
  onClose: () => void
  onRemoved: (type: TermType) => void
}

export const TypeDialogs = ({ question, ...props }: Props) => {
  if (!question) return null
  if (question.kind === 'create') return <NameDialog {...props} parent={question.parent} />
  const { type } = question
  if (question.kind === 'rename') return <NameDialog {...props} type={type} />
  if (question.kind === 'move') return <MoveTypeDialog {...props} type={type} />
  return <DeleteTypeDialog {...props} type={type} />
}

type One = Omit<Props, 'question'>

const NameDialog = ({
  type,
  parent = ROOT,
  mutations,
  create,
  onClose,
}: One & { type?: TermType; parent?: string }) => {
  const translate = useTranslate()
  const [name, setName] = useState(type?.name ?? '')
  const wanted = name.trim()
  const { error, busy, run } = useAction(async () => {
    await (type ? mutations.rename(type, wanted, type.name) : create(parent, wanted))
    onClose()
  }, IN_DIALOG)
  const isTaken = isNameTaken(error)
  return (
    <ConfirmDialog
      open
      title={
        type ? translate('taxonomies.types.rename', { name: type.name }) : translate('taxonomies.types.add')
      }
      confirm={translate('ra.action.save')}
      tone="primary"
      busy={busy}
      isReady={wanted !== ''}
      error={isTaken ? undefined : error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <TextField
        label={translate('taxonomies.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isTaken}
        helperText={isTaken && translate('taxonomies.types.taken')}
        fullWidth
        sx={{ mt: 1 }}
      />
    </ConfirmDialog>
  )
}

const MoveTypeDialog = ({ type, forest, types, mutations, onClose }: One & { type: TermType }) => {
  const translate = useTranslate()
  const [parent, setParent] = useState(forest.parentOf(String(type.id)))
  const { error, busy, run } = useAction(async () => {
    await mutations.move(type, forest.type(parent) ?? null)
    onClose()
  }, IN_DIALOG)
  const own = forest.branch(String(type.id))
  return (
    <ConfirmDialog
      open
      title={translate('taxonomies.move.title', { smart_count: 1, name: type.name })}
      confirm={translate('taxonomies.move.confirm')}
      tone="primary"
      busy={busy}
      isReady={parent !== forest.parentOf(String(type.id))}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <TextField
        select
        fullWidth
        label={translate('taxonomies.types.below')}
        value={parent}
        onChange={(event) => setParent(event.target.value)}
        sx={{ mt: 1 }}
      >
        <MenuItem value={ROOT}>{translate('taxonomies.move.top')}</MenuItem>
        {types
          .filter(({ id }) => !own.includes(String(id)))
          .map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
      </TextField>
    </ConfirmDialog>
  )
}

const DeleteTypeDialog = ({ type, forest, mutations, onClose, onRemoved }: One & { type: TermType }) => {
  const translate = useTranslate()
  const may = useMay()
  const { error, busy, run } = useAction(async () => {
    await mutations.remove(type)
    onClose()
    onRemoved(type)
  }, IN_DIALOG)
  const branch = forest.branch(String(type.id))
  const slugs = branch.flatMap((id) => forest.type(id)?.slug ?? [])
  const query = useQuery({
    queryKey: [PREVIEW, 'type', slugs],
    queryFn: ({ signal }) => countTerms(slugs, signal),
    enabled: may('taxonomies', 'list'),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      open
      title={translate('taxonomies.delete.title', { smart_count: 1, name: type.name })}
      confirm={translate('ra.action.delete')}
      busy={busy}
      error={error}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {query.error ? (
        <RetryQuery query={query} />
      ) : (
        <Preview>
          {translate('taxonomies.types.reach', {
            types: translate('taxonomies.types.count', { smart_count: branch.length }),
            terms: translate('taxonomies.terms', { smart_count: query.data ?? 0 }),
          })}
        </Preview>
      )}
      <p>{translate(`taxonomies.delete.${may('taxonomy-types', 'restore') ? 'back' : 'no_way_back'}`)}</p>
    </ConfirmDialog>
  )
}
