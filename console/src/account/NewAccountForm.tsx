import { useState } from 'react'
import { Field, NewPasswordField } from './fields.tsx'
import { NameFields, NO_NAME, sentName } from './NameFields.tsx'
import { Form, Submit } from './notices.tsx'
import { useSubmission } from './useSubmission.ts'
import { useWords } from './words.ts'

interface NewAccount {
  first_name: string
  last_name?: string
  email: string
  password: string
}

interface Props {
  /** Without it, a password that nobody knows is sent: the account gets another one when its address is verified. */
  hasPassword: boolean
  submit: string
  send: (account: NewAccount) => Promise<unknown>
}

const UNKNOWN_BYTES = 32

const unknownPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(UNKNOWN_BYTES)), (byte) => byte.toString(36)).join('')

/** The form for a person's own new account. */
export const NewAccountForm = ({ hasPassword, submit, send }: Props) => {
  const words = useWords()
  const [name, setName] = useState(NO_NAME)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useSubmission(
    () =>
      send({
        ...sentName(name),
        email: email.trim(),
        password: hasPassword ? password : unknownPassword(),
      }),
    {
      first_name: words.first_name,
      last_name: words.last_name,
      email: words.email,
      ...(hasPassword && { password: words.password }),
    },
  )
  return (
    <Form of={form}>
      <NameFields of={form} name={name} onChange={setName} autoFocus />
      <Field
        {...form.fieldOf('email')}
        value={email}
        onChange={setEmail}
        type="email"
        autoComplete={hasPassword ? 'username' : 'email'}
      />
      {hasPassword && (
        <NewPasswordField {...form.fieldOf('password')} value={password} onChange={setPassword} />
      )}
      <Submit of={form}>{submit}</Submit>
    </Form>
  )
}
