import type { QueryClient } from '@tanstack/react-query'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** A button that waits for a response. */
const LOADING = '.MuiButton-loading'
/** Notifications disappear by themselves. */
const NOTIFICATION = '.MuiSnackbar-root'
/** What may get the focus of a removed row while the key that removed it is still held. */
const ROW_CONTROL = 'button, [role="button"], [role="treeitem"]'
const ACTING_KEYS = ['Enter', 'Delete']
/** How many of the elements that had the focus are remembered. */
const REMEMBERED = 20

/** Where a removed element was. */
interface Place {
  removed: Element
  parent: Node
  previous: Node | null
  next: Node | null
}

const isFocusable = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[aria-hidden="true"]') === null &&
  element.checkVisibility()

const controlsOf = (element: Element): Element[] => [
  ...(element.matches(FOCUSABLE) ? [element] : []),
  ...element.querySelectorAll(FOCUSABLE),
]

/** What stands at the place now, what follows it, and then what precedes it. */
function* around({ parent, previous, next }: Place): Generator<Element> {
  const isThere = (node: Node | null): node is Element => node?.parentNode === parent
  const start = isThere(previous)
    ? previous.nextElementSibling
    : isThere(next)
      ? next
      : (parent as Element).firstElementChild
  for (let each = start; each; each = each.nextElementSibling) yield each
  let before = start ? start.previousElementSibling : (parent as Element).lastElementChild
  for (; before; before = before.previousElementSibling) yield before
}

/** Rows of a list have the same one: the class is that of their styles. */
const kindOf = ({ nodeName, classList, role }: Element): string =>
  `${nodeName} ${role} ${[...classList].find((name) => name.startsWith('rc-'))}`

/** The same control of the row next to a removed one, or of the element that has replaced it. */
function sameControlNear(control: Element, place: Place): Element | undefined {
  const { removed, parent } = place
  if (!parent.isConnected || parent === document.body) return undefined
  const index = controlsOf(removed).indexOf(control)
  for (const other of around(place)) {
    if (kindOf(other) !== kindOf(removed)) continue
    const same = controlsOf(other)[index]
    // A row of a tree is reached by the arrow keys, but not the buttons in it.
    if (same && isFocusable(same) && (same === other || (same as HTMLElement).tabIndex >= 0)) return same
  }
  return undefined
}

/**
 * Browsers drop the focus of an element that is removed or disabled, and the keyboard starts again at the top of the page. Once
 * no change is running, this focuses the same element if it is there again, else the same control of the next row, else the
 * element that had the focus before, and on another page its content. A held key acts once, not on each next row.
 */
export function keepFocus(queries: QueryClient): void {
  /** The latest one first. Empty if the user has left it for no other element. */
  let focused: Element[] = []
  /** Has the focus until the latest element, or what has taken its place, can have it. */
  let substitute: Element | undefined
  let path = ''
  let isScheduled = false
  const places = new WeakMap<Element, Place>()

  const isLost = () => {
    const { activeElement, body } = document
    return activeElement === body || activeElement === substitute || activeElement?.matches(':disabled')
  }
  const standInOf = (element: Element) => {
    const place = places.get(element)
    return isFocusable(element) ? element : place && sameControlNear(element, place)
  }
  /** A tree moves the focus by itself when a focused row disappears. */
  const isRowOfTree = (element: Element) => {
    const parent = places.get(element)?.parent as Element | undefined
    return (
      !element.isConnected &&
      element.role === 'treeitem' &&
      parent?.isConnected &&
      parent.closest('[role="tree"]')
    )
  }
  const restore = () => {
    isScheduled = false
    const [latest] = focused
    const isBusy = queries.isMutating() > 0 || (latest?.isConnected && latest.matches(LOADING))
    if (!isLost() || !latest || isBusy || isRowOfTree(latest)) return
    const known = path === location.pathname ? focused : []
    for (const element of known) {
      const target = standInOf(element)
      if (!target) continue
      // React may render the end of a change later: then a row is still there, and its button disabled.
      substitute = element === latest ? undefined : target
      return (target as HTMLElement).focus()
    }
    const main = document.querySelector('main')
    if (!main || !isFocusable(main)) return
    substitute = known.length > 0 ? main : undefined
    main.focus({ preventScroll: true })
  }
  const schedule = () => {
    if (isScheduled || !isLost()) return
    isScheduled = true
    // After what the page itself focuses in this frame.
    requestAnimationFrame(() => setTimeout(restore))
  }

  const remember = (element: Element) => {
    substitute = undefined
    const before = path === location.pathname ? focused.filter((each) => each !== element) : []
    focused = [element, ...before].slice(0, REMEMBERED)
    path = location.pathname
  }
  /** A user who acts on the substitute has taken it. */
  const takeSubstitute = (event: Event) => {
    if (substitute && !(event as KeyboardEvent).repeat) remember(substitute)
  }
  const ignoreRepeat = (event: KeyboardEvent) => {
    if (!event.repeat || !ACTING_KEYS.includes(event.key)) return
    if (!(event.target as Element).matches(ROW_CONTROL)) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', ignoreRepeat, { capture: true })
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, takeSubstitute, { capture: true })
  addEventListener('focusin', ({ target }) => {
    if (target !== substitute && !(target as Element).closest(NOTIFICATION)) remember(target as Element)
  })
  addEventListener('focusout', ({ target, relatedTarget }) => {
    // A click beside everything, and not on another window. The browser may report an element just before it is removed.
    if (relatedTarget || !isFocusable(target as Element)) return
    setTimeout(() => {
      if (isLost() && document.hasFocus() && isFocusable(target as Element)) focused = []
    })
  })
  new MutationObserver((records) => {
    for (const { target: parent, removedNodes, previousSibling: previous, nextSibling: next } of records) {
      for (const removed of removedNodes) {
        const lost = focused.filter((each) => removed.contains(each))
        for (const each of lost) places.set(each, { removed: removed as Element, parent, previous, next })
      }
    }
    schedule()
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  queries.getMutationCache().subscribe(schedule)
}
