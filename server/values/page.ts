import { type TSchema, Type } from 'typebox'
import { ref } from '../../contract/fields.ts'

interface PageLink {
  url: string | null
  label: string
  active: boolean
}

/** One page of a list, in the format of Laravel's paginator. */
export interface Page<Rows> {
  current_page: number
  data: Rows
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  links: PageLink[]
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

export interface PageRequest {
  page: number
  perPage: number
  /** Absolute, without a query. */
  path: string
  /** The caller's list parameters, without credentials; each URL sets its own `page`. */
  parameters: URLSearchParams
}

export function pageOf<Rows extends { length: number }>(
  rows: Rows,
  total: number,
  { page, perPage, path, parameters }: PageRequest,
): Page<Rows> {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const offset = (page - 1) * perPage
  const url = urlsOf(path, parameters)
  const previous = page > 1 ? url(page - 1) : null
  const next = page < lastPage ? url(page + 1) : null
  return {
    current_page: page,
    data: rows,
    first_page_url: url(1),
    from: rows.length > 0 ? offset + 1 : null,
    last_page: lastPage,
    last_page_url: url(lastPage),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...pageWindow(page, lastPage).map((entry) =>
        entry === '...'
          ? { url: null, label: '...', active: false }
          : { url: url(entry), label: String(entry), active: entry === page },
      ),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: rows.length > 0 ? offset + rows.length : null,
    total,
  }
}

/** The URL of each page: serialized once, as a page has about eighteen URLs. */
function urlsOf(path: string, parameters: URLSearchParams): (number: number) => string {
  const query = new URLSearchParams(parameters)
  query.set('page', '')
  const text = `${path}?${query}`
  const [parameter = ''] = /[?&]page=(?=&|$)/.exec(text) ?? []
  const end = text.indexOf(parameter) + parameter.length
  return (number) => `${text.slice(0, end)}${number}${text.slice(end)}`
}

const EACH_SIDE = 3
/** Pages shown at either end before the window slides. */
const END = EACH_SIDE + 4

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The page numbers to show, with `...` for gaps: Laravel's UrlWindow with three on each side. */
export function pageWindow(page: number, lastPage: number): (number | '...')[] {
  if (lastPage < EACH_SIDE * 2 + 8) return range(1, lastPage)
  const start = [1, 2]
  const finish = [lastPage - 1, lastPage]
  if (page <= END) return [...range(1, END + EACH_SIDE), '...', ...finish]
  if (page > lastPage - END) return [...start, '...', ...range(lastPage - (END + EACH_SIDE - 1), lastPage)]
  return [...start, '...', ...range(page - EACH_SIDE, page + EACH_SIDE), '...', ...finish]
}

/** The most entries of {@link pageWindow}, plus the links to the previous and next page. */
const MAX_LINKS = EACH_SIDE * 2 + 9
/** Records per page. */
export const MAX_PER_PAGE = 1000

const nullableUrl = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const nullableCount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

const PageLink = Type.Object(
  {
    url: nullableUrl('Null for a gap, and for a page that does not exist.'),
    label: Type.String({
      description:
        'A page number, `...` for a gap, or the label of the previous or next page. May contain HTML entities.',
    }),
    active: Type.Boolean({ description: 'Whether it is the current page.' }),
  },
  { $id: 'PageLink' },
)

/** Schema of a {@link Page} of records with that schema id. @param item the schema, if it is not described elsewhere */
export const pageSchema = (schemaId: string, item: TSchema = ref(schemaId)) =>
  Type.Object(
    {
      current_page: Type.Integer(),
      data: Type.Array(item, { maxItems: MAX_PER_PAGE }),
      first_page_url: Type.String(),
      from: nullableCount('Number of the first record shown, from 1.'),
      last_page: Type.Integer({ description: 'At least 1.' }),
      last_page_url: Type.String(),
      links: Type.Array(PageLink, { maxItems: MAX_LINKS }),
      next_page_url: nullableUrl('Null on the last page.'),
      path: Type.String({ description: 'Address of the list, without a query.' }),
      per_page: Type.Integer(),
      prev_page_url: nullableUrl('Null on the first page.'),
      to: nullableCount('Number of the last record shown.'),
      total: Type.Integer({ description: 'Records on all pages.' }),
    },
    { $id: `${schemaId}Page`, description: 'One page of a list, shaped as Laravel shapes it.' },
  )
