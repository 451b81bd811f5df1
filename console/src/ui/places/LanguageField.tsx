import { containsWords } from '../words.ts'
import { PlaceField, type PlaceProps } from './PlaceField.tsx'

/** Those that mails are written in. Others can be typed: they are for mails of the operator's own. */
const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'fr', name: 'Français' },
]

interface Props extends PlaceProps {
  onChange: (tag: string) => void
}

/** A language by its tag or its name. */
export const LanguageField = ({ onChange, ...props }: Props) => (
  <PlaceField
    {...props}
    options={LANGUAGES}
    hint={LANGUAGES.find(({ tag }) => tag === props.value)?.name}
    onOpen={() => undefined}
    isFound={({ tag, name }, typed) => tag === typed || containsWords(`${tag} ${name}`, typed)}
    textOf={({ tag }) => tag}
    detailOf={({ name }) => name}
    onChange={(tag) => onChange(tag)}
  />
)
