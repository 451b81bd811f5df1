import { useTranslate } from 'react-admin'
import { type Fact, Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'
import type { Registration } from './approval.ts'

/** Profile fields, in display order. */
const PROFILE = [
  'username',
  'first_name',
  'middle_name',
  'last_name',
  'display_name',
  'title',
  'designation',
  'gender',
  'birth',
  'country',
  'timezone',
  'language',
  'bio',
] as const

/** The service omits these for callers who may not see contact details. */
const CONTACTS = ['email', 'alternate_email', 'phone'] as const

export const RegistrationFacts = ({ registration }: { registration: Registration }) => {
  const translate = useTranslate()
  const label = (name: string) => translate(`registrations.fields.${name}`)
  const isMasked = !('email' in registration)
  const about: Fact[] = [...CONTACTS, ...PROFILE]
    .filter((name) => registration[name])
    .map((name) => ({ label: translate(`people.fields.${name}`), value: registration[name] }))
  const origin: Fact[] = [
    { label: label('created_at'), value: <When at={registration.created_at} /> },
    { label: label('created_ip'), value: registration.created_ip ?? '–' },
    { label: label('activation_code_sent_at'), value: <When at={registration.activation_code_sent_at} /> },
    { label: label('invited_at'), value: <When at={registration.invited_at} /> },
  ]
  return (
    <>
      <Section title={translate('registrations.about')} hint={isMasked && translate('registrations.masked')}>
        <Facts facts={about} />
      </Section>
      <Section title={translate('registrations.origin')}>
        <Facts facts={origin} />
      </Section>
    </>
  )
}
