import type { ItemInstance } from '@headless-tree/core'
import { ChevronRight, LoaderCircle, Rows3, TriangleAlert, UsersRound } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { refusalText } from '../../ui/refusal.ts'
import type { TermNode } from '../api.ts'
import { NameInput } from '../tree/NameInput.tsx'
import { MenuButton, type MenuPlace } from '../tree/RowMenu.tsx'
import { rowProps } from '../tree/rowProps.ts'
import { hidden, INDENT } from '../tree/styles.ts'
import { Highlighted } from './Highlighted.tsx'
import type { Row } from './rows.ts'

interface RowContext {
  /** Id of the term whose details are open, from the page's address. */
  openId: string | undefined
  found: ReadonlySet<string>
  currentlyFound: string | undefined
  q: string
  rename: (id: string, name: string, before: string) => Promise<unknown>
  stopRenaming: () => void
  create: (parent: string, name: string) => Promise<unknown>
  stopAdding: () => void
  /** Undefined if no action is allowed on terms. */
  onMenu: ((id: string, place: MenuPlace) => void) | undefined
}

const formats = new Map<string, Intl.NumberFormat>()
/** Cached: creating a format takes longer than formatting. */
function numbers(locale: string): Intl.NumberFormat {
  const known = formats.get(locale) ?? new Intl.NumberFormat(locale)
  formats.set(locale, known)
  return known
}

interface Props {
  item: ItemInstance<Row>
  context: RowContext
}

/** Counts and status are in the row's description, not in its accessible name. */
export const TermRow = ({ item, context }: Props) => {
  const row = item.getItemData()
  const { level } = item.getItemMeta()
  if (row.kind === 'draft') return <Draft level={level} parent={row.parent} context={context} />
  const id = item.getId()
  const isTerm = row.kind === 'term'
  const { onMenu, openId, currentlyFound } = context
  const ownMenu = isTerm && onMenu ? (place: MenuPlace) => onMenu(id, place) : undefined
  const props = rowProps(item, ownMenu, id === openId, id === openId || id === currentlyFound)
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={props.tabIndex}
      aria-describedby={isTerm ? `about-${id}` : undefined}
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

/** Skips rows that have not changed. Click handlers read the item's current state. */
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
          send={(name, before) => context.rename(id, name, before)}
          onClose={context.stopRenaming}
        />
      ) : (
        <span className={node.is_active ? 'name' : 'name off'}>
          {context.found.has(id) ? <Highlighted text={node.name} q={context.q} /> : node.name}
        </span>
      )}
      {node.parent && (
        <span className="soft" data-text={translate('taxonomies.in', { name: node.parent.name })} />
      )}
      {!node.is_active && <span className="soft" data-text={`· ${translate('status.inactive')}`} />}
      <span className="gap" />
      <Counts node={node} />
      {context.onMenu && <MenuButton name={node.name} onMenu={(place) => context.onMenu?.(id, place)} />}
    </>
  )
}, isSame)

const Counts = ({
  node: { id, count_children: children, count_users: users, is_active, parent },
}: {
  node: TermNode
}) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
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
          ...(is_active ? [] : [translate('status.inactive')]),
        ].join(', ')}
      </span>
    </>
  )
}

const StandIn = ({ row }: { row: Exclude<Row, { kind: 'term' | 'draft' }> }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const Icon = row.kind === 'failed' ? TriangleAlert : row.kind === 'loading' ? LoaderCircle : undefined
  return (
    <>
      <span className="twist" aria-hidden>
        {Icon && <Icon size={14} />}
      </span>
      <span className="name off">
        {translate(`taxonomies.rows.${row.kind}`)}
        {row.kind === 'more' && ` (${numbers(locale).format(row.left)})`}
        {row.kind === 'failed' && ` (${refusalText(row.error, translate)})`}
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
