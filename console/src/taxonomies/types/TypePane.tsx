import { Stack, Typography, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { useReadsTrail } from '../../features/entries/entry.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import type { TermType } from '../api.ts'
import { type MenuPlace, RowMenu } from '../tree/RowMenu.tsx'
import { ROOT, TypeForest } from './forest.ts'
import { TypeDialogs, type TypeQuestion } from './TypeDialogs.tsx'
import { TypeSelect } from './TypeSelect.tsx'
import { TypeTree } from './TypeTree.tsx'
import { mayActOnTypes, typeActions } from './typeActions.ts'
import { useTypeMutations } from './useTypeMutations.ts'

interface Props {
  types: TermType[]
  chosen: TermType | undefined
  onChoose: (type: TermType | undefined) => void
}

interface OpenMenu {
  type: TermType
  place: MenuPlace
  /** Renames in the tree; on a phone a dialog does. */
  startRenaming?: (() => void) | undefined
}

/** The types: a tree next to the terms, or a select above them on a phone. */
// Over 80 lines: it joins the tree or the select, the menu and the dialogs, which share all of its state.
export const TypePane = ({ types, chosen, onChoose }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const readsTrail = useReadsTrail()
  const navigate = useNavigate()
  const { refused } = useNotifier()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const forest = useMemo(() => new TypeForest(types), [types])
  const mutations = useTypeMutations()
  /** The parent of the type being added in the tree. */
  const [draft, setDraft] = useState<string>()
  const [menu, setMenu] = useState<OpenMenu>()
  const [question, setQuestion] = useState<TypeQuestion>()
  const mayCreate = may('taxonomy-types', 'create')
  const mayUpdate = may('taxonomy-types', 'update')

  const create = async (parent: string, name: string) =>
    onChoose(await mutations.create(parent === ROOT ? null : Number(parent), name))
  const add = (parent: string) => (isNarrow ? setQuestion({ kind: 'create', parent }) : setDraft(parent))
  const move = (ids: string[], parent: string) => {
    for (const id of ids) {
      const type = forest.type(id)
      if (type) mutations.move(type, forest.type(parent) ?? null).catch(refused)
    }
  }
  const actionsOf = ({ type, startRenaming }: OpenMenu) =>
    typeActions({
      type,
      may,
      translate,
      add: () => add(String(type.id)),
      rename: startRenaming ?? (() => setQuestion({ kind: 'rename', type })),
      setActive: (isActive) => void mutations.setActive(type, isActive).catch(refused),
      ask: (kind) => setQuestion({ kind, type }),
      openHistory: readsTrail ? () => void navigate(`/taxonomy-types/${type.id}/history`) : undefined,
    })
  const onMenu =
    mayActOnTypes(may) || readsTrail
      ? (type: TermType, place: MenuPlace, startRenaming?: () => void) =>
          setMenu({ type, place, startRenaming })
      : undefined
  const onAdd = mayCreate ? () => add(ROOT) : undefined
  return (
    <>
      {isNarrow ? (
        <TypeSelect {...{ forest, chosen, onChoose, onAdd, onMenu }} />
      ) : (
        <Column onAdd={onAdd}>
          <TypeTree
            forest={forest}
            draft={draft}
            setDraft={setDraft}
            chosenId={chosen?.id}
            onChoose={onChoose}
            create={mayCreate ? create : undefined}
            rename={mayUpdate ? mutations.rename : undefined}
            move={mayUpdate ? move : undefined}
            remove={
              may('taxonomy-types', 'delete') ? (type) => setQuestion({ kind: 'delete', type }) : undefined
            }
            onMenu={onMenu}
          />
        </Column>
      )}
      <RowMenu
        label={translate('taxonomies.actions_of', { name: menu?.type.name ?? '' })}
        groups={menu ? actionsOf(menu) : []}
        place={menu?.place}
        onClose={() => setMenu(undefined)}
      />
      <TypeDialogs
        question={question}
        forest={forest}
        types={types}
        mutations={mutations}
        create={create}
        onClose={() => setQuestion(undefined)}
        onRemoved={(type) =>
          forest.branch(String(type.id)).includes(String(chosen?.id)) && onChoose(undefined)
        }
      />
    </>
  )
}

/** The tree below its heading. */
const Column = ({ onAdd, children }: { onAdd: (() => void) | undefined; children: ReactNode }) => {
  const translate = useTranslate()
  return (
    <Stack
      component="section"
      aria-label={translate('taxonomies.types.label')}
      sx={{ width: 224, flex: 'none', minHeight: 0, borderRight: 1, borderColor: 'divider' }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          px: 1.5,
          py: 1.25,
          minHeight: 53,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="h2" sx={{ flex: 1 }}>
          {translate('taxonomies.types.title')}
        </Typography>
        {onAdd && (
          <CommandButton
            icon={Plus}
            command="taxonomies.types.add"
            aria-label={translate('taxonomies.types.add')}
            onClick={onAdd}
          >
            {translate('taxonomies.types.add_short')}
          </CommandButton>
        )}
      </Stack>
      {children}
    </Stack>
  )
}
