import { Field } from './fields.tsx'
import type { useSubmission } from './useSubmission.ts'

interface Name {
  first: string
  last: string
}

export const NO_NAME: Name = { first: '', last: '' }

/** As part of a request. */
export const sentName = ({ first, last }: Name) => ({
  first_name: first.trim(),
  ...(last.trim() !== '' && { last_name: last.trim() }),
})

interface Props {
  of: Pick<ReturnType<typeof useSubmission>, 'fieldOf'>
  name: Name
  onChange: (name: Name) => void
  autoFocus: boolean
}

/** First name and last name, side by side. */
export const NameFields = ({ of, name, onChange, autoFocus }: Props) => (
  <div className="pair">
    <Field
      {...of.fieldOf('first_name')}
      value={name.first}
      onChange={(first) => onChange({ ...name, first })}
      autoComplete="given-name"
      autoFocus={autoFocus}
    />
    <Field
      {...of.fieldOf('last_name')}
      value={name.last}
      onChange={(last) => onChange({ ...name, last })}
      autoComplete="family-name"
      isOptional
    />
  </div>
)
