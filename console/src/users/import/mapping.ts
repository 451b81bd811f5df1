import type { CreateOf } from '@rolecall/client'
import { unguarded } from '../../features/export/formulas.ts'
import { fold } from '../../ui/words.ts'
import type { FileRow, Table } from './readFile.ts'

export type NewUser = CreateOf<'users'>
export type ImportField = (typeof FIELDS)[number]

/** The field of each column, by its position; undefined: it is not imported. */
export type Mapping = readonly (ImportField | undefined)[]

/** The fields that a column can be imported as, in the order of the list. */
export const FIELDS = [
  'email',
  'first_name',
  'last_name',
  'middle_name',
  'display_name',
  'username',
  'title',
  'designation',
  'phone',
  'country_calling_code',
  'alternate_email',
  'website',
  'gender',
  'birth',
  'country',
  'country_code',
  'timezone',
  'language',
  'bio',
  'status',
  'foreign_user_id',
  'password',
] as const satisfies readonly (keyof NewUser)[]

/** Names that are no words, anywhere, and any name as the subject of a message. */
const NAMES = new RegExp(
  `\\b(?:${FIELDS.filter((field) => field.includes('_')).join('|')})\\b|^(?:${FIELDS.join('|')})\\b`,
  'g',
)

/** A message of the service, whose names of fields become those of the form. */
export const withLabels = (message: string, labelOf: (field: string) => string): string =>
  message.replaceAll(NAMES, labelOf)

export const REQUIRED = ['first_name', 'email'] as const satisfies readonly ImportField[]

/** Names of columns in English and French, besides the fields' own: lower case letters and digits without accents. */
const SYNONYMS: Record<ImportField, string> = {
  email:
    'mail emailaddress mailaddress adresseemail adressemail courriel adressecourriel adresseelectronique mel',
  first_name: 'first givenname forename prenom',
  last_name: 'last surname familyname nomdefamille nomfamille',
  middle_name: 'secondname deuxiemeprenom autresprenoms',
  display_name: 'nomaffiche nomdaffichage',
  username: 'user login loginname identifiant nomdutilisateur utilisateur pseudo',
  title: 'titre civilite salutation',
  designation: 'position job jobtitle role fonction poste',
  phone: 'phonenumber telephone telephonenumber tel mobile mobilephone cellphone portable numerodetelephone',
  country_calling_code: 'callingcode dialcode indicatif indicatifdupays',
  alternate_email: 'secondaryemail otheremail emailsecondaire autreemail',
  website: 'web url homepage siteweb site',
  gender: 'sex genre sexe',
  birth: 'birthday birthdate dateofbirth dob naissance datedenaissance',
  country: 'pays',
  country_code: 'codepays codedupays',
  timezone: 'tz fuseau fuseauhoraire',
  language: 'lang locale langue',
  bio: 'about biography biographie apropos',
  status: 'statut',
  foreign_user_id: 'externalid idexterne',
  password: 'motdepasse mdp',
}

/** Values of a column that has no name that is known. */
const EMAIL = /^[^\s@,;<>"']+@[^\s@,;<>"']+$/
const CODE = /^[A-Z]{2}$/

const plain = (text: string) => fold(text).replaceAll(/[^a-z0-9]/g, '')

const FIELD_OF = new Map(
  FIELDS.flatMap((field) =>
    [plain(field), ...SYNONYMS[field].split(' ')].map((name) => [name, field] as const),
  ),
)

/** What columns of an earlier file were imported as, by their names; null: they were not imported. */
export type KnownColumns = ReadonlyMap<string, ImportField | null>

export const knownColumns = ({ header }: Table, mapping: Mapping): KnownColumns =>
  new Map(
    header.flatMap((name, column) => (name === '' ? [] : [[plain(name), mapping[column] ?? null] as const])),
  )

/** Rows whose values may tell what a column is. */
const LOOKED_AT = 20

const valuesOf = ({ rows }: Table, column: number) =>
  rows.slice(0, LOOKED_AT).flatMap(({ cells }) => cells[column]?.trim() || [])

/** A few values may be wrong. */
const areMostly = (values: readonly string[], pattern: RegExp) =>
  values.length > 0 && values.filter((value) => pattern.test(value)).length >= 0.8 * values.length

/** The mapping that an earlier file, the names of the columns and their values suggest; each field once. */
export function guessMapping(table: Table, known: KnownColumns): Mapping {
  const { header } = table
  const used = new Set<ImportField>()
  const take = (field: ImportField | undefined) => {
    if (field === undefined || used.has(field)) return undefined
    used.add(field)
    return field
  }
  const mapping = header.map((name) => {
    const before = known.get(plain(name))
    return take(before === undefined ? FIELD_OF.get(plain(name)) : (before ?? undefined))
  })
  // “Nom” beside “Prénom” is the family name; alone, such a column has the whole name.
  const name = header.findIndex((each) => ['nom', 'name'].includes(plain(each)) && !known.has(plain(each)))
  if (name >= 0) mapping[name] = take('first_name') ?? take('last_name')
  const isNew = (column: number) => mapping[column] === undefined && !known.has(plain(header[column] ?? ''))
  const emails = header.findIndex(
    (_name, column) => isNew(column) && areMostly(valuesOf(table, column), EMAIL),
  )
  if (emails >= 0) mapping[emails] = take('email')
  const country = mapping.indexOf('country')
  if (country >= 0 && !known.has(plain(header[country] ?? '')) && areMostly(valuesOf(table, country), CODE))
    mapping[country] = take('country_code')
  return mapping
}

/** Maps a column. Another column that had the field is no longer imported. */
export const withField = (mapping: Mapping, column: number, field: ImportField | undefined): Mapping =>
  mapping.map((known, index) => {
    if (index === column) return field
    return known === field ? undefined : known
  })

/** A row as the service receives it. An empty cell means that the value is not given. */
export function userOf({ cells }: FileRow, mapping: Mapping): NewUser {
  const fields = mapping.flatMap((field, column) => {
    const value = unguarded(cells[column] ?? '').trim()
    return field === undefined || value === '' ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields) as unknown as NewUser
}

/** Something wrong with a row of the file. */
export interface RowFault {
  /** Position in the table's rows. */
  row: number
  /** Empty if it is about the row as a whole. */
  field: string
  message: string
  /** Of the service's faults. */
  code?: string
}

const UNIQUE = ['email', 'username'] as const satisfies readonly ImportField[]

/** Faults that the service cannot see: it gets the rows in steps, and no cells without a column. */
export function faultsOfFile(
  { header, rows }: Table,
  users: readonly NewUser[],
  say: { sameAs: (field: ImportField, line: number) => string; tooMany: () => string },
): RowFault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, cells }, row) => {
    const faults: RowFault[] = []
    if (cells.slice(header.length).some((cell) => cell.trim() !== '')) {
      faults.push({ row, field: '', message: say.tooMany() })
    }
    for (const field of UNIQUE) {
      const value = users[row]?.[field]
      if (value === undefined) continue
      const key = `${field} ${value.toLowerCase()}`
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, line)
      else faults.push({ row, field, message: say.sameAs(field, earlier) })
    }
    return faults
  })
}
