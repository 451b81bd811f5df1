import type { ChangesOf } from './user.ts'

type FieldName = keyof ChangesOf & string

export interface FieldSpec {
  name: FieldName
  type?:
    | 'text'
    | 'email'
    | 'date'
    | 'url'
    | 'tel'
    | 'number'
    | 'password'
    | 'multiline'
    | 'country'
    | 'zone'
    | 'language'
    | 'hidden'
  required?: true
  /** The service omits it for callers who may not see contact details. */
  isContact?: true
  autoComplete?: string
}

export interface FieldGroup {
  id: 'name' | 'account' | 'contact' | 'about' | 'place' | 'password'
  fields: FieldSpec[]
}

const NAME: FieldGroup = {
  id: 'name',
  fields: [
    { name: 'first_name', required: true },
    { name: 'middle_name' },
    { name: 'last_name' },
    { name: 'display_name' },
    { name: 'title' },
    { name: 'designation' },
  ],
}

const PASSWORD: FieldGroup = {
  id: 'password',
  fields: [{ name: 'password', type: 'password', autoComplete: 'new-password' }],
}

export const PROFILE: FieldGroup[] = [
  NAME,
  {
    id: 'account',
    fields: [
      { name: 'email', type: 'email', required: true, isContact: true },
      { name: 'username', required: true },
    ],
  },
  {
    id: 'contact',
    fields: [
      { name: 'alternate_email', type: 'email', isContact: true },
      { name: 'country_calling_code', type: 'number' },
      { name: 'phone', type: 'tel', isContact: true },
      { name: 'website', type: 'url' },
    ],
  },
  {
    id: 'about',
    fields: [
      { name: 'gender' },
      { name: 'birth', type: 'date' },
      { name: 'country', type: 'country' },
      // Set with the country.
      { name: 'country_code', type: 'hidden' },
      { name: 'timezone', type: 'zone' },
      { name: 'language', type: 'language' },
      { name: 'bio', type: 'multiline' },
    ],
  },
  PASSWORD,
]

/** The caller's own profile. Their address and password have forms of their own, which ask for the current password. */
export const OWN_PROFILE = PROFILE.filter((group) => group !== PASSWORD).map(({ id, fields }) => ({
  id,
  fields: fields.filter(({ name }) => name !== 'email'),
}))

export const NEW_USER: FieldGroup[] = [
  {
    id: 'name',
    fields: [
      { name: 'first_name', required: true },
      { name: 'last_name' },
      { name: 'title' },
      { name: 'designation' },
    ],
  },
  {
    id: 'account',
    fields: [{ name: 'email', type: 'email', required: true }, { name: 'username' }],
  },
  {
    id: 'place',
    fields: [
      { name: 'country', type: 'country' },
      { name: 'country_code', type: 'hidden' },
      { name: 'country_calling_code', type: 'hidden' },
      { name: 'timezone', type: 'zone' },
    ],
  },
  PASSWORD,
]
