import { type ReactNode, useId, useState } from 'react'
import { usePasswordHint } from './passwordHint.ts'
import { fill, useWords } from './words.ts'

interface FieldProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  /** In place of the hint. */
  fault?: string | undefined
  hint?: string
  /** Of a hint that changes while the person types. */
  hintKind?: 'live' | 'bad'
  type?: 'text' | 'email' | 'password'
  autoComplete: string
  inputMode?: 'numeric'
  maxLength?: number
  autoFocus?: boolean
  isOptional?: boolean
  className?: string
  /** Within the field's frame. */
  button?: ReactNode
}

export const Field = (props: FieldProps) => {
  const { name, label, value, onChange, fault, hint, hintKind, isOptional, className, button, ...input } =
    props
  const words = useWords()
  const id = useId()
  const help = fault ?? hint
  return (
    <div className={`field ${className ?? ''}`}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="soft"> · {words.optional}</span>}
      </label>
      <div className="input">
        <input
          {...input}
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={fault !== undefined}
          aria-required={!isOptional}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          autoCapitalize="none"
          spellCheck={false}
        />
        {button}
      </div>
      {help !== undefined && (
        <p
          id={`${id}-help`}
          className={fault === undefined ? `hint ${hintKind ?? ''}` : 'fault'}
          aria-live={hintKind && 'polite'}
        >
          {help}
        </p>
      )}
    </div>
  )
}

type PasswordProps = Pick<
  FieldProps,
  'name' | 'label' | 'value' | 'onChange' | 'fault' | 'hint' | 'hintKind' | 'autoFocus'
>

/** A password, with a button that shows it. */
export const PasswordField = (
  props: PasswordProps & { autoComplete: 'current-password' | 'new-password' },
) => {
  const words = useWords()
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      button={
        <button
          type="button"
          className="reveal"
          aria-label={fill(words.show_password, { name: props.label })}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Eye isOpen={isShown} />
        </button>
      }
    />
  )
}

/** A password to choose, with a hint at its strength. */
export const NewPasswordField = ({ account, ...props }: NewPasswordProps) => {
  const { hint, isCommon } = usePasswordHint(props.value)
  return (
    <>
      {account !== undefined && (
        <input
          type="email"
          className="hidden"
          autoComplete="username"
          value={account}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <PasswordField
        {...props}
        hint={hint}
        hintKind={isCommon ? 'bad' : 'live'}
        autoComplete="new-password"
      />
    </>
  )
}

interface NewPasswordProps extends Omit<PasswordProps, 'hint' | 'hintKind'> {
  /** Whose password it is, for password managers, where the form has no field for it. */
  account?: string
}

/** The digits of a mail, which phones offer to fill in. */
export const CodeField = ({ onChange, ...props }: Omit<FieldProps, 'type' | 'autoComplete'>) => (
  <Field
    {...props}
    onChange={(value) => onChange(value.replaceAll(/[\s-]/g, ''))}
    className="digits"
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={20}
  />
)

/** From Lucide, as in the console. */
const Eye = ({ isOpen }: { isOpen: boolean }) => (
  <svg width={18} height={18} viewBox="0 0 24 24" aria-hidden="true" className="icon">
    <path d="M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0" />
    <circle cx={12} cy={12} r={3} />
    {isOpen && <path d="m3 3 18 18" />}
  </svg>
)
