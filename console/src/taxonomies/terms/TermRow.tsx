import type { ItemInstance } from '@headless-tree/core'
import { ChevronRight, EllipsisVertical, LoaderCircle, Rows3, TriangleAlert, UsersRound } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { TermNode } from '../api.ts'
import { NameInput } from '../tree/NameInput.tsx'
import { type MenuPlace, placeOf } from '../tree/RowMenu.tsx'
import { hidden, INDENT } from '../tree/styles.ts'
import { Marked } from './Marked.tsx'
import type { Row } from './rows.ts'

export interface RowContext {
  /** Of the page's address: its details are open. */
  openId: string | undefined
  found: ReadonlySet<string>
  currentlyFound: string | undefined
  q: string
  rename: (id: string, name: string) => Promise<unknown>
  stopRenaming: () => void
  create: (parent: string, name: string) => Promise<unknown>
  stopAdding: () => void
  /** Nothing can be done with a term: no menu. */
  onMenu: ((id: string, place: MenuPlace) => void) | undefined
}

const formats = new Map<string, Intl.NumberFormat>()
/** Made once: that takes longer than what it is made for. */
function numbers(locale: string): Intl.NumberFormat {
  const known = formats.get(locale) ?? new Intl.NumberFormat(locale)
  formats.set(locale, known)
  return known
}

interface Props {
  item: ItemInstance<Row>
  context: RowContext
}

/** What is not a word of its own for the eye is said in the description. */
export const TermRow = ({ item, context }: Props) => {
  const row = item.getItemData()
  const { level } = item.getItemMeta()
  if (row.kind === 'draft') return <Draft level={level} parent={row.parent} context={context} />
  const id = item.getId()
  const { style: _, ...props } = item.getProps()
  const menu = context.onMenu
  const isTerm = row.kind === 'term'
  const { dnd } = item.getTree().getState()
  const names = [
    dnd?.dragTarget?.item.getId() === id && 'target',
    dnd?.draggedItems?.some((each) => each.getId() === id) && 'carried',
    (id === context.openId || id === context.currentlyFound) && 'current',
  ]
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={props.tabIndex}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !item.isFocused()) item.setFocused()
      }}
      className={names.filter(Boolean).join(' ')}
      aria-describedby={isTerm ? `about-${id}` : undefined}
      aria-current={id === context.openId ? 'true' : undefined}
      onContextMenu={(event: MouseEvent<HTMLElement>) => {
        if (!menu || !isTerm || item.isRenaming()) return
        event.preventDefault()
        // Of the key, it has no place of its own.
        menu(
          id,
          event.clientX > 0 ? { left: event.clientX, top: event.clientY } : placeOf(event.currentTarget),
        )
      }}
      style={{ height: '100%', paddingLeft: level * INDENT }}
    >
      {isTerm ? (
        <Term
          node={row.node}
          item={item}
          context={context}
          isOpen={item.isExpanded()}
          isFolder={item.isFolder()}
          isRenaming={item.isRenaming()}
        />
      ) : (
        <StandIn row={row} />
      )}
    </div>
  )
}

interface TermProps extends Props {
  node: TermNode
  isOpen: boolean
  isFolder: boolean
  isRenaming: boolean
}

/** Most rows stay as they are while others come and go. What is done by clicks is asked of the row as it then is. */
const isSame = (one: TermProps, other: TermProps) =>
  one.node === other.node &&
  one.isOpen === other.isOpen &&
  one.isFolder === other.isFolder &&
  one.isRenaming === other.isRenaming &&
  one.context.found === other.context.found &&
  one.context.q === other.context.q &&
  (one.context.onMenu === undefined) === (other.context.onMenu === undefined)

const Term = memo(({ node, item, context, isOpen, isFolder, isRenaming }: TermProps) => {
  const translate = useTranslate()
  const id = item.getId()
  const twist = (event: MouseEvent) => {
    event.stopPropagation()
    if (item.isExpanded()) item.collapse()
    else item.expand()
  }
  return (
    <>
      <span className={`twist ${isOpen ? 'open' : ''}`} aria-hidden onClick={twist}>
        {isFolder && <ChevronRight size={15} />}
      </span>
      {isRenaming ? (
        <NameInput
          label={translate('taxonomies.name')}
          taken={translate('taxonomies.taken')}
          initial={node.name}
          send={(name) => context.rename(id, name)}
          onClose={context.stopRenaming}
        />
      ) : (
        <span className={node.is_active ? 'name' : 'name off'}>
          {context.found.has(id) ? <Marked text={node.name} q={context.q} /> : node.name}
        </span>
      )}
      {node.parent && (
        <span className="soft" data-text={translate('taxonomies.in', { name: node.parent.name })} />
      )}
      {!node.is_active && <span className="soft" data-text={`· ${translate('ui.status.inactive')}`} />}
      <span className="gap" />
      <Counts node={node} />
      {context.onMenu && (
        <button
          type="button"
          className="more"
          tabIndex={-1}
          aria-label={translate('taxonomies.actions_of', { name: node.name })}
          aria-haspopup="menu"
          onClick={(event) => {
            event.stopPropagation()
            context.onMenu?.(id, placeOf(event.currentTarget))
          }}
        >
          <EllipsisVertical size={16} />
        </button>
      )}
    </>
  )
}, isSame)

const Counts = ({
  node: { id, count_children: children, count_users: users, is_active, parent },
}: {
  node: TermNode
}) => {
  const translate = useTranslate()
  const [locale = 'en'] = useLocaleState()
  const below = translate('taxonomies.below', { smart_count: children })
  const classified = translate('taxonomies.users', { smart_count: users })
  return (
    <>
      {children > 0 && (
        <span className="count" title={below} data-text={numbers(locale).format(children)} aria-hidden>
          <Rows3 size={13} strokeWidth={1.75} />
        </span>
      )}
      <span
        className="count"
        title={classified}
        data-text={users > 0 ? numbers(locale).format(users) : ''}
        aria-hidden
      >
        {users > 0 && <UsersRound size={13} strokeWidth={1.75} />}
      </span>
      <span id={`about-${id}`} style={hidden}>
        {[
          ...(parent ? [translate('taxonomies.in', { name: parent.name })] : []),
          below,
          classified,
          ...(is_active ? [] : [translate('ui.status.inactive')]),
        ].join(', ')}
      </span>
    </>
  )
}

const StandIn = ({ row }: { row: Exclude<Row, { kind: 'term' | 'draft' }> }) => {
  const translate = useTranslate()
  const [locale = 'en'] = useLocaleState()
  const Icon = row.kind === 'failed' ? TriangleAlert : row.kind === 'loading' ? LoaderCircle : undefined
  return (
    <>
      <span className="twist" aria-hidden>
        {Icon && <Icon size={14} />}
      </span>
      <span className="name off">
        {translate(`taxonomies.rows.${row.kind}`)}
        {row.kind === 'more' && ` (${numbers(locale).format(row.left)})`}
      </span>
    </>
  )
}

const Draft = ({ level, parent, context }: { level: number; parent: string; context: RowContext }) => {
  const translate = useTranslate()
  return (
    <div
      role="treeitem"
      aria-level={level + 1}
      aria-selected={false}
      aria-label={translate('taxonomies.rows.draft')}
      tabIndex={-1}
      style={{ height: '100%', paddingLeft: level * INDENT + 28 }}
    >
      <NameInput
        label={translate('taxonomies.new_name')}
        taken={translate('taxonomies.taken')}
        send={(name) => context.create(parent, name)}
        onClose={context.stopAdding}
        isRepeated
      />
    </div>
  )
}
